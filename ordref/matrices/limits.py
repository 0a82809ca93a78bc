"""How many classes there may be, and may be shown: each limit with its reason, for all modules.

Seconds are those of one processor of 2025; K classes have K**2 cells.
"""

from __future__ import annotations

# A table of int64 with more would not fit in 1 GiB.
CLASSES_COUNTED = 10_000
# Of files: measures need some ten times the memory of the table, which is then 32 megabytes.
CLASSES_READ = 2_000
# The table of ratings is one of Fractions: 0.3 s, and the time grows with the square.
CLASSES_RATED = 300
# UOC of one matrix takes 0.3 s, and of twice as many classes 2 s.
CLASSES_OF_UOC = 300
# The slope of UOC takes 0.5 s, and of twice as many classes 2 s; it is one of many.
CLASSES_OF_UOC_SLOPE = 100
# To begin a search takes a second, and for CLASSES_READ half a minute and 1 GB.
CLASSES_SEARCHED = 300
# An interval of a functional correlation takes many searches: 1 s, and 2 s for a class more.
CLASSES_SEARCHED_WITH_INTERVAL = 6
# A jackknife has a table for each cell, K**4 numbers: 0.1 s, and for 100 classes 0.5 s. With
# so many classes an interval by slopes is as good.
CLASSES_LEFT_OUT = 64
# All tables with the same margins are listed up to 50,000 tables, which are 160 MB.
CLASSES_LISTED = 20
# The table of two classifiers has K**3 cells: 8 MB.
CLASSES_COMPARED = 100
# Printed values are traced to a matrix: 0.4 s for each value.
CLASSES_TRACED = 50
# The misprints of a matrix number some K**3, each a matrix: 0.8 s for each value.
CLASSES_MISPRINTED = 10
# More values of single classes would match a printed one by chance.
CLASSES_TRACED_SINGLY = 10
# Printed values are refuted with K**2 unknown counts; no paper prints values of more classes.
CLASSES_CLAIMED = 100
# Each choice of the worst class of MS or MMAE is a system of its own, which makes some K**4 of
# work: 10 s, and twice that where no table is found.
CLASSES_OF_A_WORST = 21
# Of both, each pair of classes is one, which makes some K**5: 10 s, and up to five times that.
CLASSES_OF_TWO_WORST = 11
# Definitions go through all observations or pairs: the test vectors have no more classes.
CLASSES_DEFINED = 18


# ------------------------------------------------------------------- what is shown or in doubt

# A list of classes in a message shows no more.
CLASSES_SHOWN = 10
# The head of a report, a line of its own, shows no more.
CLASSES_NAMED = 20
# A call of so many classes, shown to be copied, still fits on a screen.
CLASSES_TO_NAME = 50
# Of OC: the cheapest of more paths is cheaper by chance, so that an interval can be too low.
CLASSES_OF_SURE_OC = 5
