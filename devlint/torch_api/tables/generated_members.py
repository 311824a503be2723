"""Members of torch.Tensor of torch 2.13.0. Written by tools/generate_tables.py."""

TORCH_VERSION = "2.13.0"

#: All public attributes and methods of Tensor.
ALL_TENSOR_MEMBERS = frozenset(
    """
H T abs abs_ absolute absolute_ acos acos_ acosh acosh_ add add_ addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_
addmm addmm_ addmv addmv_ addr addr_ adjoint all allclose amax amin aminmax angle any apply_ arccos arccos_ arccosh
arccosh_ arcsin arcsin_ arcsinh arcsinh_ arctan arctan2 arctan2_ arctan_ arctanh arctanh_ argmax argmin argsort
argwhere as_strided as_strided_ as_strided_scatter as_subclass asin asin_ asinh asinh_ atan atan2 atan2_ atan_ atanh
atanh_ backward baddbmm baddbmm_ bernoulli bernoulli_ bfloat16 bincount bitwise_and bitwise_and_ bitwise_left_shift
bitwise_left_shift_ bitwise_not bitwise_not_ bitwise_or bitwise_or_ bitwise_right_shift bitwise_right_shift_
bitwise_xor bitwise_xor_ bmm bool broadcast_to byte cauchy_ ccol_indices cdouble ceil ceil_ cfloat chalf char cholesky
cholesky_inverse cholesky_solve chunk clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip clip_ clone coalesce
col_indices conj conj_physical conj_physical_ const_data_ptr contiguous copy_ copysign copysign_ corrcoef cos cos_
cosh cosh_ count_nonzero cov cpu cross crow_indices cuda cummax cummin cumprod cumprod_ cumsum cumsum_ data data_ptr
deg2rad deg2rad_ dense_dim dequantize det detach detach_ device diag diag_embed diagflat diagonal diagonal_scatter
diff digamma digamma_ dim dim_order dist div div_ divide divide_ dot double dsplit dtype eig element_size eq eq_ equal
erf erf_ erfc erfc_ erfinv erfinv_ exp exp2 exp2_ exp_ expand expand_as expm1 expm1_ exponential_ fill_ fill_diagonal_
fix fix_ flatten flip fliplr flipud float float_power float_power_ floor floor_ floor_divide floor_divide_ fmax fmin
fmod fmod_ frac frac_ frexp gather gcd gcd_ ge ge_ geometric_ geqrf ger get_device grad grad_dtype grad_fn greater
greater_ greater_equal greater_equal_ gt gt_ half hardshrink hash_tensor heaviside heaviside_ histc histogram hsplit
hypot hypot_ i0 i0_ igamma igamma_ igammac igammac_ imag index index_add index_add_ index_copy index_copy_ index_fill
index_fill_ index_put index_put_ index_reduce index_reduce_ index_select indices inner int int_repr inverse ipu
is_coalesced is_complex is_conj is_contiguous is_cpu is_cuda is_distributed is_floating_point is_inference is_ipu
is_leaf is_maia is_meta is_mkldnn is_mps is_mtia is_neg is_nested is_nonzero is_pinned is_quantized is_same_size
is_set_to is_shared is_signed is_sparse is_sparse_csr is_vulkan is_xla is_xpu isclose isfinite isinf isnan isneginf
isposinf isreal istft item itemsize kron kthvalue layout lcm lcm_ ldexp ldexp_ le le_ lerp lerp_ less less_ less_equal
less_equal_ lgamma lgamma_ log log10 log10_ log1p log1p_ log2 log2_ log_ log_normal_ log_softmax logaddexp logaddexp2
logcumsumexp logdet logical_and logical_and_ logical_not logical_not_ logical_or logical_or_ logical_xor logical_xor_
logit logit_ logsumexp long lstsq lt lt_ lu lu_solve mH mT map2_ map_ masked_fill masked_fill_ masked_scatter
masked_scatter_ masked_select matmul matrix_exp matrix_power max maximum mean median min minimum mm mode module_load
moveaxis movedim msort mtia mul mul_ multinomial multiply multiply_ mv mvlgamma mvlgamma_ name nan_to_num nan_to_num_
nanmean nanmedian nanquantile nansum narrow narrow_copy nbytes ndim ndimension ne ne_ neg neg_ negative negative_
nelement new new_empty new_empty_strided new_full new_ones new_tensor new_zeros nextafter nextafter_ nonzero
nonzero_static norm normal_ not_equal not_equal_ numel numpy orgqr ormqr outer output_nr permute pin_memory pinverse
polygamma polygamma_ positive pow pow_ prelu prod put put_ q_per_channel_axis q_per_channel_scales
q_per_channel_zero_points q_scale q_zero_point qr qscheme quantile rad2deg rad2deg_ random_ ravel real reciprocal
reciprocal_ record_stream register_hook register_post_accumulate_grad_hook reinforce relu relu_ remainder remainder_
renorm renorm_ repeat repeat_interleave requires_grad requires_grad_ reshape reshape_as resize resize_ resize_as
resize_as_ resize_as_sparse_ resolve_conj resolve_neg retain_grad retains_grad roll rot90 round round_ row_indices
rsqrt rsqrt_ scatter scatter_ scatter_add scatter_add_ scatter_reduce scatter_reduce_ select select_scatter set_ sgn
sgn_ shape share_memory_ short sigmoid sigmoid_ sign sign_ signbit sin sin_ sinc sinc_ sinh sinh_ size slice_inverse
slice_scatter slogdet smm softmax solve sort sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ split
split_with_sizes sqrt sqrt_ square square_ squeeze squeeze_ sspaddmm std stft storage storage_offset storage_type
stride sub sub_ subtract subtract_ sum sum_to_size svd swapaxes swapaxes_ swapdims swapdims_ symeig t t_ take
take_along_dim tan tan_ tanh tanh_ tensor_split tile to to_dense to_mkldnn to_padded_tensor to_sparse to_sparse_bsc
to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr tolist topk trace transpose transpose_ triangular_solve tril
tril_ triu triu_ true_divide true_divide_ trunc trunc_ type type_as unbind unflatten unfold uniform_ unique
unique_consecutive unsafe_chunk unsafe_split unsafe_split_with_sizes unsqueeze unsqueeze_ untyped_storage values var
vdot view view_as volatile vsplit where xlogy xlogy_ xpu zero_
""".split()
)

#: Those that only a tensor has: their use proves one.
TENSOR_MEMBERS = frozenset(
    """
H abs_ absolute_ acos acos_ acosh acosh_ add_ addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_ addmm addmm_ addmv
addmv_ addr addr_ adjoint allclose amax amin aminmax arccos arccos_ arccosh arccosh_ arcsin_ arcsinh_ arctan2 arctan2_
arctan_ arctanh_ argwhere as_strided as_strided_ as_strided_scatter as_subclass asin asin_ asinh asinh_ atan atan2
atan2_ atan_ atanh atanh_ baddbmm baddbmm_ bernoulli bernoulli_ bincount bitwise_and bitwise_and_ bitwise_left_shift
bitwise_left_shift_ bitwise_not bitwise_not_ bitwise_or bitwise_or_ bitwise_right_shift bitwise_right_shift_
bitwise_xor bitwise_xor_ bmm broadcast_to cauchy_ ccol_indices cdouble ceil_ cfloat chalf cholesky_inverse
cholesky_solve clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip_ col_indices conj_physical conj_physical_
const_data_ptr contiguous copysign copysign_ corrcoef cos cos_ cosh cosh_ crow_indices cumprod_ cumsum_ deg2rad_
dense_dim dequantize detach detach_ diag diag_embed diagflat diagonal_scatter digamma digamma_ dim_order div_ divide_
dsplit eq_ erf erf_ erfc erfc_ erfinv erfinv_ exp2 exp2_ exp_ expand_as expm1_ exponential_ fill_diagonal_ fix_ fliplr
flipud float_power float_power_ floor_ floor_divide floor_divide_ fmax fmin fmod fmod_ frac frac_ frexp gcd gcd_ ge_
geometric_ geqrf ger grad_dtype grad_fn greater_ greater_equal greater_equal_ gt_ hardshrink hash_tensor heaviside
heaviside_ histc hsplit hypot hypot_ i0 i0_ igamma igamma_ igammac igammac_ index_add index_add_ index_copy
index_copy_ index_fill index_fill_ index_put index_put_ index_reduce index_reduce_ index_select int_repr is_coalesced
is_conj is_contiguous is_inference is_ipu is_maia is_mkldnn is_mtia is_neg is_nonzero is_same_size is_set_to is_vulkan
is_xla isclose isfinite isinf isnan isneginf isposinf isreal istft kron kthvalue lcm lcm_ ldexp ldexp_ le_ lerp lerp_
less_ less_equal less_equal_ lgamma lgamma_ log10_ log1p_ log2 log2_ log_ log_normal_ logaddexp logaddexp2
logcumsumexp logdet logical_and_ logical_not logical_not_ logical_or_ logical_xor_ logit logit_ logsumexp lstsq lt_
lu_solve mH map2_ masked_fill masked_fill_ masked_scatter masked_scatter_ masked_select matrix_exp matrix_power mm
module_load moveaxis movedim msort mul_ multiply_ mv mvlgamma mvlgamma_ nan_to_num nan_to_num_ nanmean nanmedian
nanquantile nansum narrow_copy ndimension ne_ neg neg_ negative_ nelement new_empty new_empty_strided new_full
new_ones new_tensor new_zeros nextafter nextafter_ nonzero_static normal_ not_equal not_equal_ orgqr ormqr permute
pinverse polygamma polygamma_ pow_ q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale
q_zero_point qscheme rad2deg_ random_ reciprocal reciprocal_ record_stream register_post_accumulate_grad_hook relu_
remainder remainder_ renorm_ repeat_interleave reshape_as resize_as resize_as_ resize_as_sparse_ resolve_conj
resolve_neg retains_grad round_ row_indices rsqrt rsqrt_ scatter_ scatter_add scatter_add_ scatter_reduce
scatter_reduce_ select_scatter sgn sgn_ sigmoid_ sign_ signbit sin_ sinc sinc_ sinh_ slice_inverse slice_scatter
slogdet smm sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ split_with_sizes sqrt_ square_ squeeze_
sspaddmm storage_offset storage_type sub_ subtract_ sum_to_size swapaxes_ swapdims swapdims_ t_ take_along_dim tan_
tanh_ tensor_split to_mkldnn to_padded_tensor to_sparse to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc
to_sparse_csr topk transpose_ tril tril_ triu triu_ true_divide true_divide_ trunc_ type_as unbind unflatten uniform_
unique_consecutive unsafe_chunk unsafe_split unsafe_split_with_sizes unsqueeze unsqueeze_ untyped_storage vdot view_as
xlogy xlogy_ zero_
""".split()
)

#: Those that tell of a device, but that other things have as well.
DEVICE_MEMBERS = frozenset(
    """
cpu cuda data_ptr device get_device is_cpu is_cuda is_meta is_mps is_xpu pin_memory to xpu
""".split()
)

#: Those that give a tensor, or several, on the tensor's device.
SAME_DEVICE_MEMBERS = frozenset(
    """
H T abs abs_ absolute absolute_ acos acos_ acosh acosh_ add add_ addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_
addmm addmm_ addmv addmv_ addr addr_ adjoint all amax amin aminmax angle any arccos arccos_ arccosh arccosh_ arcsin
arcsin_ arcsinh arcsinh_ arctan arctan2 arctan2_ arctan_ arctanh arctanh_ argmax argmin argsort argwhere as_strided
as_strided_ as_strided_scatter asin asin_ asinh asinh_ atan atan2 atan2_ atan_ atanh atanh_ baddbmm baddbmm_ bernoulli
bernoulli_ bfloat16 bincount bitwise_and bitwise_and_ bitwise_left_shift bitwise_left_shift_ bitwise_not bitwise_not_
bitwise_or bitwise_or_ bitwise_right_shift bitwise_right_shift_ bitwise_xor bitwise_xor_ bmm bool broadcast_to byte
cauchy_ cdouble ceil ceil_ cfloat chalf char cholesky cholesky_inverse cholesky_solve chunk clamp clamp_ clamp_max
clamp_max_ clamp_min clamp_min_ clip clip_ clone conj conj_physical conj_physical_ contiguous copy_ copysign copysign_
corrcoef cos cos_ cosh cosh_ count_nonzero cov cross cummax cummin cumprod cumprod_ cumsum cumsum_ data deg2rad
deg2rad_ dequantize det detach detach_ diag diag_embed diagflat diagonal diagonal_scatter diff digamma digamma_ dist
div div_ divide divide_ dot double dsplit eq eq_ erf erf_ erfc erfc_ erfinv erfinv_ exp exp2 exp2_ exp_ expand
expand_as expm1 expm1_ exponential_ fill_ fill_diagonal_ fix fix_ flatten flip fliplr flipud float float_power floor
floor_ floor_divide floor_divide_ fmax fmin fmod fmod_ frac frac_ frexp gather gcd gcd_ ge ge_ geometric_ geqrf ger
grad greater greater_ greater_equal greater_equal_ gt gt_ half hardshrink hash_tensor heaviside heaviside_ histc
histogram hsplit hypot hypot_ i0 i0_ igamma igamma_ igammac igammac_ imag index_add index_add_ index_copy index_copy_
index_fill index_fill_ index_put index_put_ index_reduce index_reduce_ index_select inner int inverse isclose isfinite
isinf isnan isneginf isposinf isreal istft kron kthvalue lcm lcm_ ldexp ldexp_ le le_ lerp lerp_ less less_ less_equal
less_equal_ lgamma lgamma_ log log10 log10_ log1p log1p_ log2 log2_ log_ log_normal_ log_softmax logaddexp logaddexp2
logcumsumexp logdet logical_and logical_and_ logical_not logical_not_ logical_or logical_or_ logical_xor logical_xor_
logit logit_ logsumexp long lt lt_ lu lu_solve mH mT masked_fill masked_fill_ masked_scatter masked_scatter_
masked_select matmul matrix_exp matrix_power max maximum mean median min minimum mm mode module_load moveaxis movedim
msort mul mul_ multinomial multiply multiply_ mv mvlgamma mvlgamma_ nan_to_num nan_to_num_ nanmean nanmedian
nanquantile nansum narrow narrow_copy ne ne_ neg neg_ negative negative_ new new_empty new_empty_strided new_full
new_ones new_zeros nextafter nextafter_ nonzero_static norm normal_ not_equal not_equal_ orgqr ormqr outer permute
pinverse polygamma polygamma_ positive pow pow_ prelu prod put put_ qr quantile rad2deg rad2deg_ random_ ravel real
reciprocal reciprocal_ relu relu_ remainder remainder_ renorm renorm_ repeat repeat_interleave requires_grad_ reshape
reshape_as resize_ resize_as_ resolve_conj resolve_neg roll rot90 round round_ rsqrt rsqrt_ scatter scatter_
scatter_add scatter_add_ scatter_reduce scatter_reduce_ select select_scatter set_ sgn sgn_ share_memory_ short
sigmoid sigmoid_ sign sign_ signbit sin sin_ sinc sinc_ sinh sinh_ slice_inverse slice_scatter slogdet softmax sort
split split_with_sizes sqrt sqrt_ square square_ squeeze squeeze_ std stft sub sub_ subtract subtract_ sum sum_to_size
svd swapaxes swapaxes_ swapdims swapdims_ t t_ take take_along_dim tan tan_ tanh tanh_ tensor_split tile to_dense
to_mkldnn to_sparse to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr topk trace transpose
transpose_ triangular_solve tril tril_ triu triu_ true_divide true_divide_ trunc trunc_ unbind unflatten unfold
uniform_ unsafe_chunk unsafe_split unsqueeze unsqueeze_ var vdot view view_as vsplit where xlogy xlogy_ zero_
""".split()
)

#: Those that give plain Python values.
SCALAR_MEMBERS = frozenset(
    """
allclose const_data_ptr data_ptr dense_dim dim dtype element_size equal get_device grad_dtype is_complex is_conj
is_contiguous is_cpu is_cuda is_distributed is_floating_point is_inference is_ipu is_leaf is_maia is_meta is_mkldnn
is_mps is_mtia is_neg is_nested is_pinned is_quantized is_same_size is_set_to is_shared is_signed is_sparse
is_sparse_csr is_vulkan is_xla is_xpu item itemsize nbytes ndim ndimension nelement numel output_nr requires_grad
retains_grad shape size sparse_dim storage_offset stride tolist volatile
""".split()
)

#: Those that give something else, or a tensor elsewhere, or were not run.
OTHER_MEMBERS = frozenset(
    """
apply_ as_subclass backward ccol_indices coalesce col_indices cpu crow_indices cuda device dim_order eig float_power_
grad_fn index indices int_repr ipu is_coalesced is_nonzero layout lstsq map2_ map_ mtia name new_tensor nonzero numpy
pin_memory q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qscheme
record_stream register_hook register_post_accumulate_grad_hook reinforce resize resize_as resize_as_sparse_
retain_grad row_indices smm solve sparse_mask sparse_resize_ sparse_resize_and_clear_ sspaddmm storage storage_type
symeig to to_padded_tensor type type_as unique unique_consecutive unsafe_split_with_sizes untyped_storage values xpu
""".split()
)
