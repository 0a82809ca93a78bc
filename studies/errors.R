# Standard errors of two packages of R, for the chapter "Conformance". With psych and
# DescTools in LIBRARY (a folder; else the default one), from the folder above this one:
#   R_LIBS=LIBRARY Rscript studies/errors.R >> studies/results/errors.csv
# A line is a package, its version, a function, a measure of ordref, a matrix row by row, the
# value and its standard error.
rows <- function(...) matrix(as.integer(c(...)), 3, byrow = TRUE)
tables <- list(
  rows(4, 1, 0, 0, 2, 0, 0, 1, 2), rows(5, 1, 0, 2, 1, 1, 0, 1, 1),
  rows(20, 5, 1, 3, 15, 6, 0, 4, 9), rows(2, 0, 1, 1, 1, 2, 2, 1, 2)
)

line <- function(package, call, measure, cm, value, error) {
  version <- as.character(packageVersion(package))
  cells <- paste(t(cm), collapse = " ")
  cat(package, version, call, measure, cells, sprintf("%.15g,%.15g\n", value, error), sep = ",")
}

# Half the width of a narrow interval, over its quantile: a wide one is cut at -1 and 1.
level <- 0.001
of_interval <- function(found) c(found[[1]], (found[[3]] - found[[2]]) / 2 / qnorm(0.5 + level / 2))

for (cm in tables) {
  if (requireNamespace("psych", quietly = TRUE)) {
    away <- abs(row(cm) - col(cm)) / (nrow(cm) - 1)
    for (power in 1:2) {
      found <- suppressWarnings(psych::cohen.kappa(cm, w = 1 - away^power))
      measure <- c("weighted_kappa", "weighted_kappa_quadratic")[power]
      line("psych", "cohen.kappa", measure, cm, found$weighted.kappa, sqrt(found$var.weighted))
    }
  }
  if (requireNamespace("DescTools", quietly = TRUE)) {
    # "row" is for the rows given the columns, here the truth given the prediction.
    calls <- list(
      list("KendallTauB", "kendall_tau_b", DescTools::KendallTauB(cm, conf.level = level)),
      list("SomersDelta row", "somers_d_true",
           DescTools::SomersDelta(cm, direction = "row", conf.level = level)),
      list("SomersDelta column", "somers_d",
           DescTools::SomersDelta(cm, direction = "column", conf.level = level)),
      list("GoodmanKruskalGamma", "goodman_kruskal_gamma",
           DescTools::GoodmanKruskalGamma(cm, conf.level = level)),
      list("StuartTauC", "stuart_tau_c", DescTools::StuartTauC(cm, conf.level = level))
    )
    for (call in calls) {
      found <- of_interval(call[[3]])
      line("DescTools", call[[1]], call[[2]], cm, found[1], found[2])
    }
  }
}
