# The lines of R that the cards of the chapters show, run by R itself. With vcd (and DescTools),
# from the folder above this one:
#   Rscript studies/cards.R > studies/results/cards.csv
# A row is a measure, its lines, who ran them, what they were of (names, columns: row by row), and
# the value.
rows <- function(k, ...) matrix(as.integer(c(...)), ncol = k, byrow = TRUE)
tables <- list(
  rows(3, 4, 2, 0, 0, 3, 1, 1, 1, 0), # the twelve patients
  # A class that is predicted and not true, one that is true and not predicted, one that is neither.
  rows(3, 4, 1, 0, 0, 0, 0, 0, 1, 4), rows(3, 4, 1, 0, 1, 3, 0, 0, 2, 0),
  rows(4, 4, 2, 0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 1, 0, 2),
  rows(2, 3, 1, 2, 5), rows(3, 20, 5, 1, 3, 15, 6, 0, 4, 9), rows(3, 2, 0, 1, 1, 1, 2, 2, 1, 2),
  rows(4, 5, 2, 1, 0, 1, 6, 2, 1, 0, 3, 4, 2, 1, 0, 2, 7),
  rows(5, 9, 3, 1, 0, 0, 2, 8, 3, 1, 0, 1, 2, 7, 3, 1, 0, 1, 2, 6, 2, 0, 0, 1, 3, 5)
)

of_tables <- lapply(tables, function(cm) {
  list(cm = cm, y_true = rep(row(cm), cm), y_pred = rep(col(cm), cm))
})
# Probabilities of classes in eighths, and how often units were put into each class.
of_forecasts <- list(
  list(p = rows(3, 6, 2, 0, 2, 4, 2, 0, 2, 6, 1, 7, 0, 8, 0, 0) / 8, y_true = c(1, 2, 3, 3, 1)),
  list(p = rows(2, 8, 0, 3, 5, 1, 7) / 8, y_true = c(1, 1, 2)),
  list(p = rows(4, 2, 2, 2, 2, 0, 1, 3, 4, 5, 0, 0, 3) / 8, y_true = c(4, 2, 1))
)
of_ratings <- list(
  list(n = rows(3, 3, 0, 0, 2, 1, 0, 1, 1, 1, 0, 0, 3, 0, 2, 1)),
  list(n = rows(4, 2, 1, 0, 0, 0, 2, 1, 0, 0, 0, 1, 2, 3, 0, 0, 0)),
  list(n = rows(2, 2, 0, 1, 1, 0, 2, 0, 2))
)
uneven <- list(list(n = rows(3, 3, 0, 0, 2, 0, 0, 1, 1, 1, 0, 1, 3)))
others <- list(
  ranked_probability_score = of_forecasts, fleiss_kappa = of_ratings,
  krippendorff_alpha_ordinal = c(of_ratings, uneven)
)

# From `code.r = ` to the end of its string, by measure.
toml <- readLines("chapters/glance.toml")
measure <- ""
lines <- list()
for (k in seq_along(toml)) {
  if (grepl("^\\[", toml[k])) measure <- gsub("^\\[\\w+\\.|\\]$", "", toml[k], perl = TRUE)
  if (grepl("^code\\.r = ", toml[k])) {
    text <- sub("^code\\.r = ", "", toml[k])
    if (text == "'''") {
      end <- k + which(grepl("'''$", toml[-(1:k)]))[1]
      lines[[measure]] <- sub("'''$", "", paste(toml[(k + 1):end], collapse = "\n"))
    } else lines[[measure]] <- substr(text, 2, nchar(text) - 1)
  }
}

`%||%` <- function(x, y) if (is.null(x)) y else x
quoted <- function(text) paste0('"', gsub('"', '""', text), '"')
cat("measure,lines,ran,of,value\n")
for (measure in names(lines)) {
  text <- lines[[measure]]
  if (text == "") next
  package <- regmatches(text, regexpr("\\w+(?=::)", text, perl = TRUE))
  if (length(package) && !requireNamespace(package, quietly = TRUE)) next
  version <- paste("R", getRversion())
  if (length(package)) version <- paste0(version, ", ", package, " ", packageVersion(package))
  for (names in others[[measure]] %||% of_tables) {
    value <- eval(parse(text = text), list2env(names))
    of <- names[setdiff(names(names), if ("cm" %in% names(names)) c("y_true", "y_pred"))]
    cells <- vapply(of, function(x) paste(t(x), collapse = " "), "")
    wide <- vapply(of, NCOL, 1L)
    told <- paste0(names(of), " ", wide, ": ", cells, collapse = "; ")
    cat(measure, quoted(text), quoted(version), quoted(told), sprintf("%.15g\n", value), sep = ",")
  }
}
