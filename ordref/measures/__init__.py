"""The measures: for each chapter a module with the code that the chapter derives.

`accuracy` has CCR, sensitivities and MCC; `mae` MAE, MSE and RMSE; `within` the accuracy within k
classes and costs; `mmae` the errors of classes; `pairs` tau-b and its kin; `spearman` rank
correlation; `rint` r_int; `kappa` and `agreement` what exceeds chance; `oci` OC, and `uoc` UOC;
`functional` SUP, II, CO and the others; `classi` ClasSi. The formula is in the last lines of
each function, and that of OC in `oci._cheapest`.

May import `matrices` and `search`, and another measure only where its formula does: r_int stands
on pairs, agreement on kappa, and `flowchart`, which of two matrices is better, on `functional`.
Knows nothing of reports, intervals, files or figures. Begin with `mae`.
"""

from . import flowchart as flowchart
