"""Functions of packages that know of NumPy arrays only: what they are given, they make arrays of.

np.asarray(x), plt.plot(steps, losses), roc_auc_score(y_true=y, y_score=scores), sns.lineplot(x=steps, y=losses)

Each was called with tensors on simulated GPUs (NumPy 2.4, pandas 3.1, matplotlib 3.11, scikit-learn 1.9, seaborn
0.13): it runs with one on the CPU and raises with one on a GPU.
"""

from __future__ import annotations

PACKAGES = frozenset({"numpy", "sklearn", "scipy", "matplotlib", "seaborn", "pandas", "soundfile"})
"""Packages that know of NumPy arrays only."""

NUMPY: frozenset[str] = frozenset({"np", "numpy"})
CONVERTING: frozenset[str] = frozenset(
    """
    array asarray ones_like zeros_like full_like empty_like save savetxt concatenate vstack hstack histogram percentile
    interp corrcoef plot scatter hist
    imshow linear_sum_assignment pearsonr spearmanr kendalltau accuracy_score balanced_accuracy_score
    average_precision_score f1_score precision_score recall_score roc_auc_score roc_curve precision_recall_curve
    confusion_matrix classification_report mean_squared_error mean_absolute_error r2_score stack argpartition
    array_equal det_curve auc cdist squareform pairwise_distances euclidean_distances cosine_similarity log_loss
    normalized_mutual_info_score adjusted_rand_score cohen_kappa_score matthews_corrcoef silhouette_score
    precision_recall_fscore_support fbeta_score jaccard_score hamming_loss brier_score_loss top_k_accuracy_score
    mean_absolute_percentage_error explained_variance_score zero_one_loss ndcg_score
    lineplot scatterplot histplot kdeplot barplot boxplot violinplot regplot stripplot swarmplot countplot ecdfplot
    pointplot residplot boxenplot rugplot displot relplot catplot lmplot jointplot heatmap clustermap
    semilogx semilogy loglog pcolormesh pcolor matshow hist2d hexbin stackplot specgram axhline axvline hlines vlines
    """.split()
)
"""Functions of these packages whose names say by themselves that they are some."""

CONVERTING_BY_VALUE: frozenset[str] = frozenset(
    """
    sqrt exp log log2 log10 log1p expm1 abs absolute fabs sin cos tan tanh arctan2 square sign floor ceil rint isnan
    isfinite isinf maximum minimum power add subtract multiply divide dot matmul uint8 uint16 int32 int64 float32
    float64 ascontiguousarray atleast_1d atleast_2d column_stack pad tile allclose isclose bincount digitize diff cov
    polyfit outer inner cross kron einsum gradient nan_to_num isin savez savez_compressed unravel_index rad2deg
    DataFrame Series write imsave bar fill_between errorbar contourf sqrtm cosine euclidean entropy
    median average argmax argmin argsort sort unique nanmean quantile cumsum where count_nonzero ptp clip round
    contour barh stem pie quiver
    norm inv pinv det svd eigh eigvalsh lstsq solve fft rfft ifft choice permutation
    amax amin around flatnonzero argwhere expand_dims repeat roll flip fliplr flipud rot90 broadcast_to cumprod
    nanmax nanmin nanstd nanmedian nanargmax searchsorted convolve correlate deg2rad degrees radians
    dstack row_stack diag triu tril trace angle conj mod logical_and logical_or logical_not greater less
    intersect1d union1d setdiff1d float16 int8 int16 int_ asanyarray matrix histogram2d tensordot reciprocal negative
    assert_allclose assert_array_equal assert_almost_equal assert_array_almost_equal assert_equal
    """.split()
)
"""More of them, whose names mean as much elsewhere."""

CONVERTING_LISTS: frozenset[str] = frozenset("mean std var sum max min prod all any".split())
"""Functions of NumPy that leave a tensor to its own method, and make arrays of lists."""

CONVERTING_LIKE_METHODS: frozenset[str] = frozenset(
    """
    append copy step reshape transpose ravel equal trapezoid
    random.normal random.uniform random.multinomial random.dirichlet random.binomial random.poisson
    random.multivariate_normal random.beta
    set_xlim set_ylim xlim ylim xticks yticks
    """.split()
)
"""Functions of NumPy and matplotlib that are called like methods of lists and tensors which are in every file.

The scout does not take their names for a sign of something to be evaluated."""

WHOLE = ("seaborn.", "sklearn.metrics.", "scipy.stats.", "scipy.special.", "scipy.signal.", "scipy.spatial.distance.")
"""Packages whose functions do so all of them."""

KEEPING = frozenset(
    """
    label labels title name color edgecolor facecolor vmin vmax linewidth lw markersize ms fontsize columns index
    random_state dtype fmt marker
    """.split()
)
"""Names of arguments that are not made arrays: matplotlib takes numbers out of tensors, and writes a label as it is."""

KEYED = ("pandas.", "seaborn.")
"""Packages that look into a dict, and make an array of each tensor in it; numpy keeps it as the object it is."""

LISTING = ("pandas.",)
"""Packages that keep the tensors of a list as the objects they are."""

OF_ARRAYS: frozenset[str] = NUMPY | {
    "plt", "metrics", "stats", "optimize", "pd", "sf", "sns", "linalg", "distance", "wavfile",
}  # fmt: skip
"""What these packages are called."""


def makes_arrays(name: str) -> bool:
    """True if the function of the full dotted ``name``, of one of these packages, makes arrays of what it is given.

    Not those that do so with lists only, ``CONVERTING_LISTS``.
    """
    package, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    if package not in PACKAGES:
        return False
    if last in CONVERTING or last in CONVERTING_BY_VALUE:
        return True
    if last in CONVERTING_LIKE_METHODS or rest in CONVERTING_LIKE_METHODS:
        return package in ("numpy", "matplotlib")
    return name.startswith(WHOLE) and last[:1].islower() and not last.startswith(("set_", "get_", "make_"))
