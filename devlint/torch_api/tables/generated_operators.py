"""Operators of torch 2.13.0. Written by tools/generate_tables.py."""

OPERATORS = """\
torch.Tensor.__abs__ strict tensor same -
torch.Tensor.__add__ lenient tensor same self0 other:t0
torch.Tensor.__and__ lenient tensor same self0 other:t0
torch.Tensor.__array__ strict unknown unknown - dtype
torch.Tensor.__array_wrap__ strict unknown unknown - array
torch.Tensor.__contains__ strict scalar unknown - element
torch.Tensor.__deepcopy__ strict unknown unknown - memo
torch.Tensor.__dir__ strict unknown unknown -
torch.Tensor.__div__ lenient tensor same self0 other:t0
torch.Tensor.__dlpack__ strict unknown unknown - * stream max_version dl_device copy
torch.Tensor.__dlpack_device__ strict unknown unknown -
torch.Tensor.__eq__ lenient tensor same self0 other:t0
torch.Tensor.__floordiv__ lenient tensor same self0 other:t0
torch.Tensor.__format__ strict unknown unknown - format_spec
torch.Tensor.__ge__ lenient tensor same self0 other:t0
torch.Tensor.__gt__ lenient tensor same self0 other:t0
torch.Tensor.__hash__ strict scalar unknown -
torch.Tensor.__iadd__ lenient self same - other:t0
torch.Tensor.__iand__ lenient self same - other:t0
torch.Tensor.__idiv__ lenient self same - other:t0
torch.Tensor.__ifloordiv__ lenient self same - other:t0
torch.Tensor.__ilshift__ lenient self same - other:t0
torch.Tensor.__imod__ lenient self same - other:t0
torch.Tensor.__imul__ lenient self same - other:t0
torch.Tensor.__invert__ strict tensor same -
torch.Tensor.__ior__ lenient self same - other:t0
torch.Tensor.__ipow__ lenient self same - other:t0
torch.Tensor.__irshift__ lenient self same - other:t0
torch.Tensor.__isub__ lenient self same - other:t0
torch.Tensor.__iter__ strict unknown unknown -
torch.Tensor.__itruediv__ lenient self same - other:t0
torch.Tensor.__ixor__ lenient self same - other:t0
torch.Tensor.__le__ lenient tensor same self0 other:t0
torch.Tensor.__len__ strict scalar unknown -
torch.Tensor.__lshift__ lenient tensor same self0 other:t0
torch.Tensor.__lt__ lenient tensor same self0 other:t0
torch.Tensor.__matmul__ strict tensor unknown - other:t
torch.Tensor.__mod__ lenient tensor same self0 other:t0
torch.Tensor.__mul__ lenient tensor same self0 other:t0
torch.Tensor.__ne__ lenient tensor same self0 other:t0
torch.Tensor.__neg__ strict tensor same -
torch.Tensor.__or__ lenient tensor same self0 other:t0
torch.Tensor.__pos__ strict tensor same -
torch.Tensor.__pow__ lenient tensor same self0 other:t0
torch.Tensor.__radd__ lenient tensor same self0 other:t0
torch.Tensor.__rand__ lenient tensor same self0 other:t0
torch.Tensor.__rdiv__ lenient tensor same self0 other:t0
torch.Tensor.__reduce_ex__ strict unknown unknown - proto
torch.Tensor.__repr__ strict unknown unknown - * tensor_contents
torch.Tensor.__reversed__ strict tensor same -
torch.Tensor.__rfloordiv__ lenient tensor same self0 other:t0
torch.Tensor.__rlshift__ lenient tensor same self0 other:t0
torch.Tensor.__rmatmul__ strict tensor unknown - other:t
torch.Tensor.__rmod__ lenient tensor same self0 other:t0
torch.Tensor.__rmul__ lenient tensor same self0 other:t0
torch.Tensor.__ror__ lenient tensor same self0 other:t0
torch.Tensor.__rpow__ lenient tensor same self0 other:t0
torch.Tensor.__rrshift__ lenient tensor same self0 other:t0
torch.Tensor.__rshift__ lenient tensor same self0 other:t0
torch.Tensor.__rsub__ lenient tensor same self0 other:t0
torch.Tensor.__rtruediv__ lenient tensor same self0 other:t0
torch.Tensor.__rxor__ lenient tensor same self0 other:t0
torch.Tensor.__setstate__ strict unknown unknown - state
torch.Tensor.__sub__ lenient tensor same self0 other:t0
torch.Tensor.__truediv__ lenient tensor same self0 other:t0
torch.Tensor.__xor__ lenient tensor same self0 other:t0
torch.Tensor.abs strict tensor same -
torch.Tensor.abs_ strict self same -
torch.Tensor.absolute strict tensor same -
torch.Tensor.absolute_ strict self same -
torch.Tensor.acos strict tensor same -
torch.Tensor.acos_ strict self same -
torch.Tensor.acosh strict tensor same -
torch.Tensor.acosh_ strict self same -
torch.Tensor.add lenient tensor same self0 other:t0 alpha
torch.Tensor.add_ lenient self same - other:t0 alpha
torch.Tensor.addbmm strict tensor unknown - batch1:T batch2:T * beta alpha
torch.Tensor.addbmm_ strict self unknown - batch1:T batch2:T * beta alpha
torch.Tensor.addcdiv lenient tensor same self0 tensor1:T0 tensor2:T0 * value
torch.Tensor.addcdiv_ lenient self same - tensor1:T0 tensor2:T0 * value
torch.Tensor.addcmul lenient tensor same self0 tensor1:T0 tensor2:T0 * value
torch.Tensor.addcmul_ lenient self same - tensor1:T0 tensor2:T0 * value
torch.Tensor.addmm strict tensor same - mat1:T mat2:T * beta alpha
torch.Tensor.addmm_ strict self same - mat1:T mat2:T * beta alpha
torch.Tensor.addmv strict tensor unknown - mat:T vec:T * beta alpha
torch.Tensor.addmv_ strict self positive - mat:T vec:T * beta alpha
torch.Tensor.addr strict tensor positive - vec1:T vec2:T * beta alpha
torch.Tensor.addr_ strict self same - vec1:T vec2:T * beta alpha
torch.Tensor.adjoint strict tensor same -
torch.Tensor.all strict tensor scalar by=dim,keepdim dim keepdim
torch.Tensor.allclose unknown scalar unknown - other:T rtol atol equal_nan
torch.Tensor.amax strict tensor scalar by=dim,keepdim dim keepdim
torch.Tensor.amin strict tensor scalar by=dim,keepdim dim keepdim
torch.Tensor.aminmax strict tensors unknown - * dim keepdim
torch.Tensor.angle strict tensor same -
torch.Tensor.any strict tensor scalar by=dim,keepdim dim keepdim
torch.Tensor.arccos strict tensor same -
torch.Tensor.arccos_ strict self same -
torch.Tensor.arccosh strict tensor same -
torch.Tensor.arccosh_ strict self same -
torch.Tensor.arcsin strict tensor same -
torch.Tensor.arcsin_ strict self same -
torch.Tensor.arcsinh strict tensor same -
torch.Tensor.arcsinh_ strict self same -
torch.Tensor.arctan strict tensor same -
torch.Tensor.arctan2 lenient tensor same self0 other:T0
torch.Tensor.arctan2_ lenient self same - other:T0
torch.Tensor.arctan_ strict self same -
torch.Tensor.arctanh strict tensor same -
torch.Tensor.arctanh_ strict self same -
torch.Tensor.argmax strict tensor scalar by=dim,keepdim dim keepdim
torch.Tensor.argmin strict tensor scalar by=dim,keepdim dim keepdim
torch.Tensor.argsort strict tensor same - dim descending * stable
torch.Tensor.argwhere strict tensor positive -
torch.Tensor.as_strided strict tensor unknown - size stride storage_offset
torch.Tensor.as_strided_ strict self unknown - size stride storage_offset
torch.Tensor.as_strided_scatter strict tensor unknown - src:T size stride storage_offset
torch.Tensor.asin strict tensor same -
torch.Tensor.asin_ strict self same -
torch.Tensor.asinh strict tensor same -
torch.Tensor.asinh_ strict self same -
torch.Tensor.atan strict tensor same -
torch.Tensor.atan2 lenient tensor same self0 other:T0
torch.Tensor.atan2_ lenient self same - other:T0
torch.Tensor.atan_ strict self same -
torch.Tensor.atanh strict tensor same -
torch.Tensor.atanh_ strict self same -
torch.Tensor.backward strict unknown unknown - gradient retain_graph create_graph inputs
torch.Tensor.baddbmm strict tensor same - batch1:T batch2:T * beta alpha
torch.Tensor.baddbmm_ strict self same - batch1:T batch2:T * beta alpha
torch.Tensor.bernoulli strict tensor same random p * generator
torch.Tensor.bernoulli_ unknown self same random p:t * generator
torch.Tensor.bfloat16 strict tensor same -
torch.Tensor.bincount strict tensor same - weights:T minlength
torch.Tensor.bitwise_and lenient tensor same self0 other:t0
torch.Tensor.bitwise_and_ lenient self same - other:t0
torch.Tensor.bitwise_left_shift lenient tensor same self0 other:t0
torch.Tensor.bitwise_left_shift_ lenient self same - other:t0
torch.Tensor.bitwise_not strict tensor same -
torch.Tensor.bitwise_not_ strict self same -
torch.Tensor.bitwise_or lenient tensor same self0 other:t0
torch.Tensor.bitwise_or_ lenient self same - other:t0
torch.Tensor.bitwise_right_shift lenient tensor same self0 other:t0
torch.Tensor.bitwise_right_shift_ lenient self same - other:t0
torch.Tensor.bitwise_xor lenient tensor same self0 other:t0
torch.Tensor.bitwise_xor_ lenient self same - other:t0
torch.Tensor.bmm strict tensor same - mat2:T
torch.Tensor.bool strict tensor same -
torch.Tensor.broadcast_to strict tensor unknown - size
torch.Tensor.byte strict tensor same -
torch.Tensor.cauchy_ strict self same random median sigma * generator
torch.Tensor.ccol_indices strict unknown unknown -
torch.Tensor.cdouble strict tensor same -
torch.Tensor.ceil strict tensor same -
torch.Tensor.ceil_ strict self same -
torch.Tensor.cfloat strict tensor same -
torch.Tensor.chalf strict tensor same - * memory_format
torch.Tensor.char strict tensor same -
torch.Tensor.cholesky strict tensor same - upper
torch.Tensor.cholesky_inverse strict tensor same - upper
torch.Tensor.cholesky_solve strict tensor same - input2:T upper
torch.Tensor.chunk strict tensors unknown - chunks dim
torch.Tensor.clamp strict tensor same - min:t max:t
torch.Tensor.clamp_ strict self same - min:t max:t
torch.Tensor.clamp_max strict tensor same - max:t
torch.Tensor.clamp_max_ strict self same - max:t
torch.Tensor.clamp_min strict tensor same - min:t
torch.Tensor.clamp_min_ strict self same - min:t
torch.Tensor.clip strict tensor same - min:t max:t
torch.Tensor.clip_ strict self same - min:t max:t
torch.Tensor.clone strict tensor same - * memory_format
torch.Tensor.coalesce strict unknown unknown -
torch.Tensor.col_indices strict unknown unknown -
torch.Tensor.conj strict tensor same -
torch.Tensor.conj_physical strict tensor same -
torch.Tensor.conj_physical_ strict self same -
torch.Tensor.contiguous strict tensor same - * memory_format
torch.Tensor.copy_ unknown self same - src:t non_blocking
torch.Tensor.copysign lenient tensor same self0 other:t0
torch.Tensor.copysign_ lenient self same - other:t0
torch.Tensor.corrcoef strict tensor unknown -
torch.Tensor.cos strict tensor same -
torch.Tensor.cos_ strict self same -
torch.Tensor.cosh strict tensor same -
torch.Tensor.cosh_ strict self same -
torch.Tensor.count_nonzero strict tensor scalar by=dim dim
torch.Tensor.cov unknown tensor unknown - * correction fweights:T aweights:T
torch.Tensor.cross strict tensor same - other:T dim
torch.Tensor.crow_indices strict unknown unknown -
torch.Tensor.cummax strict tensors unknown - dim
torch.Tensor.cummin strict tensors unknown - dim
torch.Tensor.cumprod strict tensor same - dim * dtype
torch.Tensor.cumprod_ strict self same - dim * dtype
torch.Tensor.cumsum strict tensor same - dim * dtype
torch.Tensor.cumsum_ strict self same - dim * dtype
torch.Tensor.deg2rad strict tensor same -
torch.Tensor.deg2rad_ strict self same -
torch.Tensor.dense_dim strict scalar unknown -
torch.Tensor.dequantize strict tensor same -
torch.Tensor.det strict tensor unknown -
torch.Tensor.detach strict tensor same -
torch.Tensor.detach_ strict self same -
torch.Tensor.diag strict tensor positive - diagonal
torch.Tensor.diag_embed strict tensor positive - offset dim1 dim2
torch.Tensor.diagflat strict tensor positive - offset
torch.Tensor.diagonal strict tensor positive - offset dim1 dim2
torch.Tensor.diagonal_scatter unknown tensor same - src:T offset dim1 dim2
torch.Tensor.diff strict tensor same - n dim prepend:t append:t
torch.Tensor.digamma strict tensor same -
torch.Tensor.digamma_ strict self same -
torch.Tensor.dim strict scalar unknown -
torch.Tensor.dim_order strict unknown unknown - * ambiguity_check
torch.Tensor.dist lenient tensor scalar self0 other:T0 p
torch.Tensor.div lenient tensor same self0 other:t0 * rounding_mode
torch.Tensor.div_ lenient self same - other:t0 * rounding_mode
torch.Tensor.divide lenient tensor same self0 other:t0 * rounding_mode
torch.Tensor.divide_ lenient self same - other:t0 * rounding_mode
torch.Tensor.dot strict tensor scalar - tensor:T
torch.Tensor.double strict tensor same -
torch.Tensor.dsplit strict tensors unknown - sections * indices
torch.Tensor.eig strict unknown unknown - eigenvectors
torch.Tensor.element_size strict scalar unknown -
torch.Tensor.eq lenient tensor same self0 other:t0
torch.Tensor.eq_ lenient self same - other:t0
torch.Tensor.equal strict scalar unknown - other:T
torch.Tensor.erf strict tensor same -
torch.Tensor.erf_ strict self same -
torch.Tensor.erfc strict tensor same -
torch.Tensor.erfc_ strict self same -
torch.Tensor.erfinv strict tensor same -
torch.Tensor.erfinv_ strict self same -
torch.Tensor.exp strict tensor same -
torch.Tensor.exp2 strict tensor same -
torch.Tensor.exp2_ strict self same -
torch.Tensor.exp_ strict self same -
torch.Tensor.expand strict tensor unknown - size * implicit
torch.Tensor.expand_as free tensor same - other:T-
torch.Tensor.expm1 strict tensor same -
torch.Tensor.expm1_ strict self same -
torch.Tensor.exponential_ strict self same random lambd * generator
torch.Tensor.fill_ unknown self same - value:t
torch.Tensor.fill_diagonal_ strict self same - fill_value wrap
torch.Tensor.fix strict tensor same -
torch.Tensor.fix_ strict self same -
torch.Tensor.flatten strict tensor positive - start_dim end_dim
torch.Tensor.flip strict tensor same - dims
torch.Tensor.fliplr strict tensor same -
torch.Tensor.flipud strict tensor same -
torch.Tensor.float strict tensor same -
torch.Tensor.float_power lenient tensor same self0 exponent:t0
torch.Tensor.float_power_ unknown unknown unknown - exponent:t
torch.Tensor.floor strict tensor same -
torch.Tensor.floor_ strict self same -
torch.Tensor.floor_divide lenient tensor same self0 other:t0
torch.Tensor.floor_divide_ lenient self same - other:t0
torch.Tensor.fmax lenient tensor same self0 other:T0
torch.Tensor.fmin lenient tensor same self0 other:T0
torch.Tensor.fmod lenient tensor same self0 other:t0
torch.Tensor.fmod_ lenient self same - other:t0
torch.Tensor.frac strict tensor same -
torch.Tensor.frac_ strict self same -
torch.Tensor.frexp strict tensors unknown -
torch.Tensor.gather strict tensor same - dim index:T * sparse_grad
torch.Tensor.gcd strict tensor same - other:T
torch.Tensor.gcd_ strict self same - other:T
torch.Tensor.ge lenient tensor same self0 other:t0
torch.Tensor.ge_ lenient self same - other:t0
torch.Tensor.geometric_ strict self same random p * generator
torch.Tensor.geqrf strict tensors unknown -
torch.Tensor.ger strict tensor positive - vec2:T
torch.Tensor.get_device strict scalar unknown -
torch.Tensor.greater lenient tensor same self0 other:t0
torch.Tensor.greater_ lenient self same - other:t0
torch.Tensor.greater_equal lenient tensor same self0 other:t0
torch.Tensor.greater_equal_ lenient self same - other:t0
torch.Tensor.gt lenient tensor same self0 other:t0
torch.Tensor.gt_ lenient self same - other:t0
torch.Tensor.half strict tensor same -
torch.Tensor.hardshrink strict tensor same - lambd
torch.Tensor.hash_tensor strict tensor scalar by=dim,keepdim,mode dim * keepdim mode
torch.Tensor.heaviside lenient tensor same self0 values:T0
torch.Tensor.heaviside_ lenient self same - values:T0
torch.Tensor.histc strict tensor positive - bins min max
torch.Tensor.histogram unknown tensors unknown - bins:t * weight:T density range
torch.Tensor.hsplit strict tensors unknown - sections * indices
torch.Tensor.hypot lenient tensor same self0 other:T0
torch.Tensor.hypot_ lenient self same - other:T0
torch.Tensor.i0 strict tensor same -
torch.Tensor.i0_ strict self same -
torch.Tensor.igamma strict tensor same - other:T
torch.Tensor.igamma_ strict self same - other:T
torch.Tensor.igammac strict tensor same - other:T
torch.Tensor.igammac_ strict self same - other:T
torch.Tensor.index unknown unknown unknown - indices:l
torch.Tensor.index_add strict tensor unknown - dim index:T source:T * alpha
torch.Tensor.index_add_ strict self unknown - dim index:T source:T * alpha
torch.Tensor.index_copy strict tensor unknown - dim index:T source:T
torch.Tensor.index_copy_ strict self unknown - dim index:T source:T
torch.Tensor.index_fill lenient tensor unknown self0 dim index:T0 value:t0
torch.Tensor.index_fill_ lenient self unknown - dim index:T0 value:t0
torch.Tensor.index_put unknown tensor same - indices:L values:T accumulate
torch.Tensor.index_put_ unknown self same - indices:L values:T accumulate
torch.Tensor.index_reduce strict tensor unknown - dim index:T source:T reduce * include_self
torch.Tensor.index_reduce_ strict self unknown - dim index:T source:T reduce * include_self
torch.Tensor.index_select strict tensor unknown - dim index:T
torch.Tensor.indices strict unknown unknown -
torch.Tensor.inner strict tensor unknown - other:T
torch.Tensor.int strict tensor same -
torch.Tensor.int_repr strict unknown unknown -
torch.Tensor.inverse strict tensor same -
torch.Tensor.is_coalesced strict unknown unknown -
torch.Tensor.is_complex strict scalar unknown -
torch.Tensor.is_conj strict scalar unknown -
torch.Tensor.is_contiguous strict scalar unknown - memory_format
torch.Tensor.is_distributed strict scalar unknown -
torch.Tensor.is_floating_point strict scalar unknown -
torch.Tensor.is_inference strict scalar unknown -
torch.Tensor.is_neg strict scalar unknown -
torch.Tensor.is_nonzero strict unknown unknown -
torch.Tensor.is_same_size unknown scalar unknown - other:T
torch.Tensor.is_set_to unknown scalar unknown - tensor:T
torch.Tensor.is_shared strict scalar unknown -
torch.Tensor.is_signed strict scalar unknown -
torch.Tensor.isclose lenient tensor same self0 other:T0 rtol atol equal_nan
torch.Tensor.isfinite strict tensor same -
torch.Tensor.isinf strict tensor same -
torch.Tensor.isnan strict tensor same -
torch.Tensor.isneginf strict tensor same -
torch.Tensor.isposinf strict tensor same -
torch.Tensor.isreal strict tensor same -
torch.Tensor.istft strict tensor positive - n_fft hop_length win_length window:T center normalized onesided length return_complex
torch.Tensor.item strict scalar unknown -
torch.Tensor.kron strict tensor same - other:T
torch.Tensor.kthvalue strict tensors unknown - k dim keepdim
torch.Tensor.lcm strict tensor same - other:T
torch.Tensor.lcm_ strict self same - other:T
torch.Tensor.ldexp strict tensor same - other:T
torch.Tensor.ldexp_ strict self same - other:T
torch.Tensor.le lenient tensor same self0 other:t0
torch.Tensor.le_ lenient self same - other:t0
torch.Tensor.lerp lenient tensor same self0 end:T0 weight:t0
torch.Tensor.lerp_ lenient self same - end:T0 weight:t0
torch.Tensor.less lenient tensor same self0 other:t0
torch.Tensor.less_ lenient self same - other:t0
torch.Tensor.less_equal lenient tensor same self0 other:t0
torch.Tensor.less_equal_ lenient self same - other:t0
torch.Tensor.lgamma strict tensor same -
torch.Tensor.lgamma_ strict self same -
torch.Tensor.log strict tensor same -
torch.Tensor.log10 strict tensor same -
torch.Tensor.log10_ strict self same -
torch.Tensor.log1p strict tensor same -
torch.Tensor.log1p_ strict self same -
torch.Tensor.log2 strict tensor same -
torch.Tensor.log2_ strict self same -
torch.Tensor.log_ strict self same -
torch.Tensor.log_normal_ strict self same random mean std * generator
torch.Tensor.log_softmax strict tensor same - dim dtype
torch.Tensor.logaddexp strict tensor same - other:T
torch.Tensor.logaddexp2 strict tensor same - other:T
torch.Tensor.logcumsumexp strict tensor same - dim
torch.Tensor.logdet strict tensor unknown -
torch.Tensor.logical_and lenient tensor same self0 other:T0
torch.Tensor.logical_and_ lenient self same - other:T0
torch.Tensor.logical_not strict tensor same -
torch.Tensor.logical_not_ strict self same -
torch.Tensor.logical_or lenient tensor same self0 other:T0
torch.Tensor.logical_or_ lenient self same - other:T0
torch.Tensor.logical_xor lenient tensor same self0 other:T0
torch.Tensor.logical_xor_ lenient self same - other:T0
torch.Tensor.logit strict tensor same - eps
torch.Tensor.logit_ strict self same - eps
torch.Tensor.logsumexp strict tensor unknown - dim keepdim
torch.Tensor.long strict tensor same -
torch.Tensor.lstsq strict unknown unknown - other
torch.Tensor.lt lenient tensor same self0 other:t0
torch.Tensor.lt_ lenient self same - other:t0
torch.Tensor.lu strict tensors unknown - pivot get_infos
torch.Tensor.lu_solve strict tensor same - LU_data:T LU_pivots:T
torch.Tensor.masked_fill lenient tensor same self0 mask:T0 value:t0
torch.Tensor.masked_fill_ lenient self same - mask:T0 value:t0
torch.Tensor.masked_scatter strict tensor same - mask:T source:T
torch.Tensor.masked_scatter_ strict self same - mask:T source:T
torch.Tensor.masked_select strict tensor unknown - mask:T
torch.Tensor.matmul strict tensor unknown - other:T
torch.Tensor.matrix_exp strict tensor same -
torch.Tensor.matrix_power strict tensor same - n
torch.Tensor.max lenient tensor scalar self0;by=other,keepdim,dim;several=other other:t0 keepdim * dim
torch.Tensor.maximum lenient tensor same self0 other:T0
torch.Tensor.mean strict tensor scalar by=dim,keepdim dim keepdim * dtype
torch.Tensor.median strict tensor scalar by=dim,keepdim;several=dim dim keepdim
torch.Tensor.min lenient tensor scalar self0;by=other,keepdim,dim;several=other other:t0 keepdim * dim
torch.Tensor.minimum lenient tensor same self0 other:T0
torch.Tensor.mm strict tensor same - mat2:T
torch.Tensor.mode strict tensors unknown - dim keepdim
torch.Tensor.module_load strict tensor same - other assign
torch.Tensor.moveaxis strict tensor same - source destination
torch.Tensor.movedim strict tensor same - source destination
torch.Tensor.msort strict tensor same -
torch.Tensor.mul lenient tensor same self0 other:t0
torch.Tensor.mul_ lenient self same - other:t0
torch.Tensor.multinomial strict tensor same random num_samples replacement * generator
torch.Tensor.multiply lenient tensor same self0 other:t0
torch.Tensor.multiply_ lenient self same - other:t0
torch.Tensor.mv strict tensor positive - vec:T
torch.Tensor.mvlgamma strict tensor same - p
torch.Tensor.mvlgamma_ strict self same - p
torch.Tensor.nan_to_num strict tensor same - nan posinf neginf
torch.Tensor.nan_to_num_ strict self same - nan posinf neginf
torch.Tensor.nanmean strict tensor scalar by=dim,keepdim dim keepdim * dtype
torch.Tensor.nanmedian strict tensor scalar by=dim,keepdim;several=dim dim keepdim
torch.Tensor.nanquantile strict tensor unknown - q:t dim keepdim * interpolation
torch.Tensor.nansum strict tensor scalar by=dim,keepdim dim keepdim * dtype
torch.Tensor.narrow free tensor same - dim start:t- length
torch.Tensor.narrow_copy strict tensor same - dim start length
torch.Tensor.ndimension strict scalar unknown -
torch.Tensor.ne lenient tensor same self0 other:t0
torch.Tensor.ne_ lenient self same - other:t0
torch.Tensor.neg strict tensor same -
torch.Tensor.neg_ strict self same -
torch.Tensor.negative strict tensor same -
torch.Tensor.negative_ strict self same -
torch.Tensor.nelement strict scalar unknown -
torch.Tensor.nextafter strict tensor same - other:T
torch.Tensor.nextafter_ strict self same - other:T
torch.Tensor.nonzero strict unknown unknown -
torch.Tensor.nonzero_static strict tensor positive - * size fill_value
torch.Tensor.norm strict tensor scalar by=dim,keepdim p dim keepdim * dtype
torch.Tensor.normal_ strict self same random mean std * generator
torch.Tensor.not_equal lenient tensor same self0 other:t0
torch.Tensor.not_equal_ lenient self same - other:t0
torch.Tensor.numel strict scalar unknown -
torch.Tensor.orgqr strict tensor same - input2:T
torch.Tensor.ormqr strict tensor same - input2:T input3:T left transpose
torch.Tensor.outer strict tensor positive - vec2:T
torch.Tensor.permute strict tensor same - dims
torch.Tensor.pinverse strict tensor same - rcond
torch.Tensor.polygamma strict tensor same - n
torch.Tensor.polygamma_ strict self same - n
torch.Tensor.positive strict tensor same -
torch.Tensor.pow lenient tensor same self0 exponent:t0
torch.Tensor.pow_ lenient self same - exponent:t0
torch.Tensor.prelu strict tensor same - weight:T
torch.Tensor.prod strict tensor scalar by=dim,keepdim dim keepdim * dtype
torch.Tensor.put strict tensor unknown - index:T source:T accumulate
torch.Tensor.put_ strict self unknown - index:T source:T accumulate
torch.Tensor.qr strict tensors unknown - some
torch.Tensor.qscheme strict unknown unknown -
torch.Tensor.quantile strict tensor unknown - q:t dim keepdim * interpolation
torch.Tensor.rad2deg strict tensor same -
torch.Tensor.rad2deg_ strict self same -
torch.Tensor.random_ strict self same random from to * generator
torch.Tensor.ravel strict tensor positive -
torch.Tensor.reciprocal strict tensor same -
torch.Tensor.reciprocal_ strict self same -
torch.Tensor.record_stream strict unknown unknown - s
torch.Tensor.register_hook strict unknown unknown - hook
torch.Tensor.register_post_accumulate_grad_hook strict unknown unknown - hook
torch.Tensor.reinforce strict unknown unknown - reward
torch.Tensor.relu strict tensor same -
torch.Tensor.relu_ strict self same -
torch.Tensor.remainder lenient tensor same self0 other:t0
torch.Tensor.remainder_ lenient self same - other:t0
torch.Tensor.renorm strict tensor same - p dim maxnorm
torch.Tensor.renorm_ strict self same - p dim maxnorm
torch.Tensor.repeat strict tensor unknown - repeats
torch.Tensor.repeat_interleave strict tensor positive - repeats:t dim * output_size
torch.Tensor.requires_grad_ strict self same - requires_grad
torch.Tensor.reshape strict tensor unknown - shape
torch.Tensor.reshape_as free tensor unknown - other:T-
torch.Tensor.resize strict unknown unknown - *sizes
torch.Tensor.resize_ strict self unknown - size * memory_format
torch.Tensor.resize_as strict unknown unknown - tensor
torch.Tensor.resize_as_ unknown self same - the_template:T * memory_format
torch.Tensor.resize_as_sparse_ unknown unknown unknown - the_template:t
torch.Tensor.resolve_conj strict tensor same -
torch.Tensor.resolve_neg strict tensor same -
torch.Tensor.retain_grad strict unknown unknown -
torch.Tensor.roll strict tensor same - shifts dims
torch.Tensor.rot90 strict tensor same - k dims
torch.Tensor.round strict tensor same - * decimals
torch.Tensor.round_ strict self same - * decimals
torch.Tensor.row_indices strict unknown unknown -
torch.Tensor.rsqrt strict tensor same -
torch.Tensor.rsqrt_ strict self same -
torch.Tensor.scatter strict tensor same - dim index:T src:t * value reduce
torch.Tensor.scatter_ strict self same - dim index:T src:t * value reduce
torch.Tensor.scatter_add strict tensor same - dim index:T src:T
torch.Tensor.scatter_add_ strict self same - dim index:T src:T
torch.Tensor.scatter_reduce strict tensor same - dim index:T src:T reduce * include_self
torch.Tensor.scatter_reduce_ strict self same - dim index:T src:T reduce * include_self
torch.Tensor.select strict tensor unknown - dim index
torch.Tensor.select_scatter strict tensor same - src:T dim index
torch.Tensor.set_ strict self same - source:t storage_offset size stride
torch.Tensor.sgn strict tensor same -
torch.Tensor.sgn_ strict self same -
torch.Tensor.share_memory_ strict self same -
torch.Tensor.short strict tensor same -
torch.Tensor.sigmoid strict tensor same -
torch.Tensor.sigmoid_ strict self same -
torch.Tensor.sign strict tensor same -
torch.Tensor.sign_ strict self same -
torch.Tensor.signbit strict tensor same -
torch.Tensor.sin strict tensor same -
torch.Tensor.sin_ strict self same -
torch.Tensor.sinc strict tensor same -
torch.Tensor.sinc_ strict self same -
torch.Tensor.sinh strict tensor same -
torch.Tensor.sinh_ strict self same -
torch.Tensor.size strict unknown unknown -
torch.Tensor.slice_inverse unknown tensor positive - src:T dim start end step
torch.Tensor.slice_scatter unknown tensor same - src:T dim start end step
torch.Tensor.slogdet strict tensors unknown -
torch.Tensor.smm unknown unknown unknown - mat2:t
torch.Tensor.softmax strict tensor same - dim dtype
torch.Tensor.solve strict unknown unknown - other
torch.Tensor.sort strict tensors unknown - dim descending * stable
torch.Tensor.sparse_dim strict scalar unknown -
torch.Tensor.sparse_mask unknown unknown unknown - mask:t
torch.Tensor.sparse_resize_ strict unknown unknown - size sparse_dim dense_dim
torch.Tensor.sparse_resize_and_clear_ strict unknown unknown - size sparse_dim dense_dim
torch.Tensor.split strict tensors unknown - split_size dim
torch.Tensor.split_with_sizes strict tensors unknown - split_sizes dim
torch.Tensor.sqrt strict tensor same -
torch.Tensor.sqrt_ strict self same -
torch.Tensor.square strict tensor same -
torch.Tensor.square_ strict self same -
torch.Tensor.squeeze strict tensor unknown - dim
torch.Tensor.squeeze_ strict self unknown - dim
torch.Tensor.sspaddmm unknown unknown unknown - mat1:t mat2:t * beta alpha
torch.Tensor.std strict tensor scalar by=dim,keepdim dim unbiased keepdim * correction
torch.Tensor.stft strict tensor positive - n_fft hop_length win_length window:T center pad_mode normalized onesided return_complex align_to_window
torch.Tensor.storage strict unknown unknown -
torch.Tensor.storage_offset strict scalar unknown -
torch.Tensor.storage_type strict unknown unknown -
torch.Tensor.stride strict unknown unknown -
torch.Tensor.sub lenient tensor same self0 other:t0 alpha
torch.Tensor.sub_ lenient self same - other:t0 alpha
torch.Tensor.subtract lenient tensor same self0 other:t0 alpha
torch.Tensor.subtract_ lenient self same - other:t0 alpha
torch.Tensor.sum strict tensor scalar by=dim,keepdim dim keepdim * dtype
torch.Tensor.sum_to_size strict tensor unknown - size
torch.Tensor.svd strict tensors unknown - some compute_uv
torch.Tensor.swapaxes strict tensor same - axis0 axis1
torch.Tensor.swapaxes_ strict self same - axis0 axis1
torch.Tensor.swapdims strict tensor same - dim0 dim1
torch.Tensor.swapdims_ strict self same - dim0 dim1
torch.Tensor.symeig strict unknown unknown - eigenvectors
torch.Tensor.t strict tensor same -
torch.Tensor.t_ strict self same -
torch.Tensor.take strict tensor unknown - index:T
torch.Tensor.take_along_dim strict tensor positive - indices:T dim
torch.Tensor.tan strict tensor same -
torch.Tensor.tan_ strict self same -
torch.Tensor.tanh strict tensor same -
torch.Tensor.tanh_ strict self same -
torch.Tensor.tensor_split unknown tensors unknown - tensor_indices_or_sections:t dim * sections indices
torch.Tensor.tile strict tensor unknown - dims
torch.Tensor.to free tensor same - other:t- dtype non_blocking copy memory_format * device layout pin_memory
torch.Tensor.to_dense strict tensor same - dtype * masked_grad
torch.Tensor.to_mkldnn strict tensor same - dtype
torch.Tensor.to_padded_tensor strict unknown unknown - padding output_size
torch.Tensor.to_sparse strict tensor same - sparse_dim * layout blocksize dense_dim
torch.Tensor.to_sparse_bsc strict tensor same - blocksize dense_dim
torch.Tensor.to_sparse_bsr strict tensor same - blocksize dense_dim
torch.Tensor.to_sparse_coo strict tensor same -
torch.Tensor.to_sparse_csc strict tensor same - dense_dim
torch.Tensor.to_sparse_csr strict tensor same - dense_dim
torch.Tensor.topk strict tensors unknown - k dim largest sorted
torch.Tensor.trace strict tensor scalar -
torch.Tensor.transpose strict tensor same - dim0 dim1
torch.Tensor.transpose_ strict self same - dim0 dim1
torch.Tensor.triangular_solve strict tensors unknown - A:T upper transpose unitriangular
torch.Tensor.tril strict tensor same - diagonal
torch.Tensor.tril_ strict self same - diagonal
torch.Tensor.triu strict tensor same - diagonal
torch.Tensor.triu_ strict self same - diagonal
torch.Tensor.true_divide lenient tensor same self0 other:t0
torch.Tensor.true_divide_ lenient self same - other:t0
torch.Tensor.trunc strict tensor same -
torch.Tensor.trunc_ strict self same -
torch.Tensor.type_as free tensor same - other:T-
torch.Tensor.unbind strict tensors unknown - dim
torch.Tensor.unflatten strict tensor positive - dim sizes
torch.Tensor.unfold strict tensor positive - dimension size step
torch.Tensor.uniform_ strict self same random from to * generator
torch.Tensor.unique strict unknown unknown - sorted return_inverse return_counts dim
torch.Tensor.unique_consecutive strict unknown unknown - return_inverse return_counts dim
torch.Tensor.unsafe_chunk strict tensors unknown - chunks dim
torch.Tensor.unsafe_split strict tensors unknown - split_size dim
torch.Tensor.unsafe_split_with_sizes strict unknown unknown - split_sizes dim
torch.Tensor.unsqueeze strict tensor positive - dim
torch.Tensor.unsqueeze_ strict self positive - dim
torch.Tensor.values strict unknown unknown -
torch.Tensor.var strict tensor scalar by=dim,keepdim dim unbiased keepdim * correction
torch.Tensor.vdot strict tensor scalar - other:T
torch.Tensor.view strict tensor unknown - size * dtype
torch.Tensor.view_as free tensor unknown - other:T-
torch.Tensor.vsplit strict tensors unknown - sections * indices
torch.Tensor.where lenient tensor same self0 condition:T0 other:t0
torch.Tensor.xlogy lenient tensor same self0 other:t0
torch.Tensor.xlogy_ lenient self same - other:t0
torch.Tensor.zero_ strict self same -
torch.abs strict tensor same - input:T * out:t
torch.abs_ strict self same - input:T
torch.absolute strict tensor same - input:T * out:t
torch.acos strict tensor same - input:T * out:t
torch.acos_ strict self same - input:T
torch.acosh strict tensor same - input:T * out:t
torch.acosh_ strict self same - input:T
torch.adaptive_avg_pool1d strict tensor same - input:T output_size
torch.adaptive_max_pool1d strict tensors unknown - input:T output_size
torch.add lenient tensor same - input:t0 other:t0 alpha * out:t-
torch.addbmm strict tensor unknown - input:T batch1:T batch2:T * beta alpha out:t-
torch.addcdiv lenient tensor same - input:T0 tensor1:T0 tensor2:T0 * value out:t-
torch.addcmul lenient tensor same - input:T0 tensor1:T0 tensor2:T0 * value out:t-
torch.addmm strict tensor same - input:T mat1:T mat2:T out_dtype * beta alpha out:t-
torch.addmv strict tensor unknown - input:T mat:T vec:T * beta alpha out:t-
torch.addmv_ strict self positive - input:T mat:T vec:T * beta alpha
torch.addr strict tensor positive - input:T vec1:T vec2:T * beta alpha out:t-
torch.adjoint strict tensor same - input:T
torch.affine_grid_generator strict unknown unknown - theta:t size align_corners
torch.alias_copy strict tensor same - input:T
torch.all strict tensor scalar by=dim,keepdim input:T dim keepdim * out:t
torch.allclose unknown scalar unknown - input:T other:T rtol atol equal_nan
torch.alpha_dropout strict tensor same - input:T p train
torch.alpha_dropout_ strict self same - input:T p train
torch.amax strict tensor scalar by=dim,keepdim input:T dim keepdim * out:t
torch.amin strict tensor scalar by=dim,keepdim input:T dim keepdim * out:t
torch.aminmax strict tensors unknown - input:T * dim keepdim out:t
torch.angle strict tensor same - input:T * out:t
torch.any strict tensor scalar by=dim,keepdim input:T dim keepdim * out:t
torch.arccos strict tensor same - input:T * out:t
torch.arccos_ strict self same - input:T
torch.arccosh strict tensor same - input:T * out:t
torch.arccosh_ strict self same - input:T
torch.arcsin strict tensor same - input:T * out:t
torch.arcsin_ strict self same - input:T
torch.arcsinh strict tensor same - input:T * out:t
torch.arcsinh_ strict self same - input:T
torch.arctan strict tensor same - input:T * out:t
torch.arctan2 lenient tensor same - input:T0 other:T0 * out:t-
torch.arctan_ strict self same - input:T
torch.arctanh strict tensor same - input:T * out:t
torch.arctanh_ strict self same - input:T
torch.argmax strict tensor scalar by=dim,keepdim input:T dim keepdim * out:t
torch.argmin strict tensor scalar by=dim,keepdim input:T dim keepdim * out:t
torch.argsort strict tensor same - input:T dim descending * stable out:t
torch.argwhere strict tensor positive - input:T
torch.as_strided strict tensor unknown - input:T size stride storage_offset
torch.as_strided_ strict self unknown - input:T size stride storage_offset
torch.as_strided_copy strict tensor unknown - input:T size stride storage_offset
torch.as_strided_scatter strict tensor unknown - input:T src:T size stride storage_offset
torch.asin strict tensor same - input:T * out:t
torch.asin_ strict self same - input:T
torch.asinh strict tensor same - input:T * out:t
torch.asinh_ strict self same - input:T
torch.atan strict tensor same - input:T * out:t
torch.atan2 lenient tensor same - input:T0 other:T0 * out:t-
torch.atan_ strict self same - input:T
torch.atanh strict tensor same - input:T * out:t
torch.atanh_ strict self same - input:T
torch.atleast_1d free unknown unknown - input:T- * *tensors:l-
torch.atleast_2d free unknown unknown - input:T- * *tensors:l-
torch.atleast_3d free unknown unknown - input:T- * *tensors:l-
torch.avg_pool1d strict tensor same - input:T kernel_size stride padding ceil_mode count_include_pad
torch.baddbmm strict tensor same - input:T batch1:T batch2:T out_dtype * beta alpha out:t-
torch.batch_norm unknown unknown unknown - input:t weight:t bias:t running_mean:t running_var:t training momentum eps cudnn_enabled
torch.bernoulli unknown tensor same random input:T p:t * generator out:t
torch.bilinear strict tensor positive - input1:T input2:T weight:T bias:T
torch.binary_cross_entropy_with_logits lenient tensor same - input:T0 target:T0 weight:t- pos_weight:t- reduction
torch.bincount strict tensor same - input:T weights:T minlength
torch.binomial unknown tensor same random count:T prob:T generator
torch.bitwise_and lenient tensor same - input:t0 other:t0 * out:t-
torch.bitwise_left_shift lenient tensor same - input:t0 other:t0 * out:t-
torch.bitwise_not strict tensor same - input:T * out:t
torch.bitwise_or lenient tensor same - input:t0 other:t0 * out:t-
torch.bitwise_right_shift lenient tensor same - input:t0 other:t0 * out:t-
torch.bitwise_xor lenient tensor same - input:t0 other:t0 * out:t-
torch.block_diag strict tensor positive - *tensors:L
torch.bmm strict tensor same - input:T mat2:T out_dtype * out:t-
torch.broadcast_tensors free tensors unknown - *tensors:L-
torch.broadcast_to strict tensor unknown - input:T size
torch.bucketize strict tensor unknown - input:t boundaries:T * out_int32 right out:t-
torch.cartesian_prod strict tensor positive - *tensors:T
torch.cat strict tensor same - tensors:L dim * out:t-
torch.ccol_indices_copy strict unknown unknown - input:t
torch.cdist strict tensor same - x1:T x2:T p compute_mode
torch.ceil strict tensor same - input:T * out:t
torch.ceil_ strict self same - input:T
torch.celu strict tensor same - input:T alpha
torch.celu_ strict self same - input:T alpha
torch.chain_matmul strict tensor same - *matrices:L
torch.channel_shuffle strict tensor same - input:T groups
torch.cholesky strict tensor same - input:T upper * out:t
torch.cholesky_inverse strict tensor same - input:T upper * out:t
torch.cholesky_solve strict tensor same - input:T input2:T upper * out:t-
torch.choose_qparams_optimized strict tensors unknown - input:T numel n_bins ratio bit_width
torch.chunk strict tensors unknown - input:T chunks dim
torch.clamp strict tensor same - input:T min:t max:t * out:t-
torch.clamp_ strict self same - input:T min:t max:t
torch.clamp_max strict tensor same - input:T max:t * out:t-
torch.clamp_max_ strict self same - input:T max:t
torch.clamp_min strict tensor same - input:T min:t * out:t-
torch.clamp_min_ strict self same - input:T min:t
torch.clip strict tensor same - input:T min:t max:t * out:t-
torch.clip_ strict self same - input:T min:t max:t
torch.clone strict tensor same - input:T * memory_format
torch.col_indices_copy strict unknown unknown - input:t
torch.column_stack strict tensor same - tensors:L * out:t-
torch.combinations strict tensor positive - input:T r with_replacement
torch.complex strict tensor same - real:T imag:T * out:t-
torch.concat strict tensor same - tensors:L dim * out:t-
torch.concatenate strict tensor same - tensors:L dim * out:t-
torch.cond strict unknown unknown - pred:t true_fn false_fn operands
torch.conj strict tensor same - input:T
torch.conj_physical strict tensor same - input:T * out:t
torch.conj_physical_ strict self same - input:T
torch.constant_pad_nd strict tensor same - input:T pad value
torch.conv1d unknown tensor positive - input:T weight:T bias:T stride padding dilation groups
torch.conv2d unknown tensor positive - input:T weight:T bias:T stride padding dilation groups
torch.conv3d unknown tensor positive - input:T weight:T bias:T stride padding dilation groups
torch.conv_tbc unknown unknown unknown - input:t weight:t bias:t pad
torch.conv_transpose1d unknown tensor positive - input:T weight:T bias:T stride padding output_padding groups dilation
torch.conv_transpose2d unknown tensor positive - input:T weight:T bias:T stride padding output_padding groups dilation
torch.conv_transpose3d unknown tensor positive - input:T weight:T bias:T stride padding output_padding groups dilation
torch.convolution unknown unknown unknown - input:t weight:t bias:t stride padding dilation transposed output_padding groups
torch.copysign lenient tensor same - input:T0 other:t0 * out:t-
torch.corrcoef strict tensor unknown - input:T
torch.cos strict tensor same - input:T * out:t
torch.cos_ strict self same - input:T
torch.cosh strict tensor same - input:T * out:t
torch.cosh_ strict self same - input:T
torch.cosine_embedding_loss strict tensor positive - input1:T input2:T target:T margin reduction
torch.cosine_similarity strict tensor unknown - x1:T x2:T dim eps
torch.count_nonzero strict tensor scalar by=dim input:T dim
torch.cov unknown tensor unknown - input:T * correction fweights:T aweights:T
torch.cross strict tensor same - input:T other:T dim * out:t-
torch.crow_indices_copy strict unknown unknown - input:t
torch.ctc_loss unknown unknown unknown - log_probs:t targets:t input_lengths:t target_lengths:t blank reduction zero_infinity
torch.cummax strict tensors unknown - input:T dim * out:t
torch.cummin strict tensors unknown - input:T dim * out:t
torch.cumprod strict tensor same - input:T dim * dtype out:t
torch.cumsum strict tensor same - input:T dim * dtype out:t
torch.cumulative_trapezoid strict tensor same - y:T x:T * dim dx
torch.deg2rad strict tensor same - input:T * out:t
torch.deg2rad_ strict self same - input:T
torch.dequantize unknown tensor same - input:T * tensors:l
torch.det strict tensor unknown - input:T
torch.detach strict tensor same - input:T
torch.detach_ strict self same - input:T
torch.detach_copy strict tensor same - input:T
torch.diag strict tensor positive - input:T diagonal * out:t
torch.diag_embed strict tensor positive - input:T offset dim1 dim2
torch.diagflat strict tensor positive - input:T offset
torch.diagonal strict tensor positive - input:T offset dim1 dim2
torch.diagonal_copy strict tensor positive - input:T offset dim1 dim2
torch.diagonal_scatter unknown tensor same - input:T src:T offset dim1 dim2
torch.diff strict tensor same - input:T n dim prepend:t append:t * out:t-
torch.digamma strict tensor same - input:T * out:t
torch.dist lenient tensor scalar - input:T0 other:T0 p
torch.div lenient tensor same - input:t0 other:t0 * out:t- rounding_mode
torch.divide lenient tensor same - input:t0 other:t0 * out:t- rounding_mode
torch.dot strict tensor scalar - input:T tensor:T * out:t-
torch.dropout strict tensor same - input:T p train
torch.dropout_ strict self same - input:T p train
torch.dsplit strict tensors unknown - input:T sections * indices
torch.dstack strict tensor positive - tensors:L * out:t-
torch.eig strict unknown unknown - self:t eigenvectors * e v
torch.einsum strict tensor unknown - equation *tensors:L * path
torch.embedding strict tensor positive - weight:T indices:T padding_idx scale_grad_by_freq sparse
torch.embedding_bag unknown unknown unknown - weight:t indices:t offsets:t scale_grad_by_freq mode sparse per_sample_weights:t include_last_offset padding_idx
torch.embedding_renorm_ unknown unknown unknown - input:t indices:t max_norm norm_type
torch.eq lenient tensor same - input:T0 other:t0 * out:t-
torch.equal strict scalar unknown - input:T other:T
torch.erf strict tensor same - input:T * out:t
torch.erf_ strict self same - input:T
torch.erfc strict tensor same - input:T * out:t
torch.erfc_ strict self same - input:T
torch.erfinv strict tensor same - input:T * out:t
torch.exp strict tensor same - input:T * out:t
torch.exp2 strict tensor same - input:T * out:t
torch.exp2_ strict self same - input:T
torch.exp_ strict self same - input:T
torch.expand_copy strict tensor unknown - input:T size * implicit
torch.expm1 strict tensor same - input:T * out:t
torch.expm1_ strict self same - input:T
torch.fake_quantize_per_channel_affine unknown tensor same - input:T scale:T zero_point:T axis quant_min quant_max
torch.fake_quantize_per_tensor_affine unknown unknown unknown - input:t scale:t zero_point:t quant_min quant_max
torch.feature_alpha_dropout strict tensor same - input:T p train
torch.feature_alpha_dropout_ strict self same - input:T p train
torch.feature_dropout strict tensor same - input:T p train
torch.feature_dropout_ strict self same - input:T p train
torch.fft.fft strict tensor same - input:T n dim norm * out:t
torch.fft.fft2 strict tensor same - input:T s dim norm * out:t
torch.fft.fftn strict tensor same - input:T s dim norm * out:t
torch.fft.fftshift strict tensor same - input:T dim
torch.fft.hfft strict tensor same - input:T n dim norm * out:t
torch.fft.hfft2 strict tensor same - input:T s dim norm * out:t
torch.fft.hfftn strict tensor same - input:T s dim norm * out:t
torch.fft.ifft strict tensor same - input:T n dim norm * out:t
torch.fft.ifft2 strict tensor same - input:T s dim norm * out:t
torch.fft.ifftn strict tensor same - input:T s dim norm * out:t
torch.fft.ifftshift strict tensor same - input:T dim
torch.fft.ihfft strict tensor same - input:T n dim norm * out:t
torch.fft.ihfft2 strict tensor same - input:T s dim norm * out:t
torch.fft.ihfftn strict tensor same - input:T s dim norm * out:t
torch.fft.irfft strict tensor same - input:T n dim norm * out:t
torch.fft.irfft2 strict tensor same - input:T s dim norm * out:t
torch.fft.irfftn strict tensor same - input:T s dim norm * out:t
torch.fft.rfft strict tensor same - input:T n dim norm * out:t
torch.fft.rfft2 strict tensor same - input:T s dim norm * out:t
torch.fft.rfftn strict tensor same - input:T s dim norm * out:t
torch.fill unknown tensor same - input:T value:t
torch.fill_ unknown self same - input:T value:t
torch.fix strict tensor same - input:T * out:t
torch.fix_ strict self same - input:T
torch.flatten strict tensor positive - input:T start_dim end_dim
torch.flip strict tensor same - input:T dims
torch.fliplr strict tensor same - input:T
torch.flipud strict tensor same - input:T
torch.float_power lenient tensor same - input:t0 exponent:t0 * out:t-
torch.floor strict tensor same - input:T * out:t
torch.floor_ strict self same - input:T
torch.floor_divide lenient tensor same - input:t0 other:t0 * out:t-
torch.fmax lenient tensor same - input:T0 other:T0 * out:t-
torch.fmin lenient tensor same - input:T0 other:T0 * out:t-
torch.fmod lenient tensor same - input:T0 other:t0 * out:t-
torch.frac strict tensor same - input:T * out:t
torch.frac_ strict self same - input:T
torch.frexp strict tensors unknown - input:T * out:t
torch.frobenius_norm strict tensor unknown - input:T dim keepdim * out:t
torch.fused_moving_avg_obs_fake_quant unknown unknown unknown - input:t observer_on:t fake_quant_on:t running_min:t running_max:t scale:t zero_point:t averaging_const quant_min quant_max ch_axis per_row_fake_quant symmetric_quant
torch.gather strict tensor same - input:T dim index:T * sparse_grad out:t-
torch.gcd strict tensor same - input:T other:T * out:t-
torch.gcd_ strict self same - input:T other:T
torch.ge lenient tensor same - input:T0 other:t0 * out:t-
torch.geqrf strict tensors unknown - input:T * out:t
torch.ger strict tensor positive - input:T vec2:T * out:t-
torch.gradient strict tensors unknown - input:T * spacing dim edge_order
torch.greater lenient tensor same - input:T0 other:t0 * out:t-
torch.greater_equal lenient tensor same - input:T0 other:t0 * out:t-
torch.grid_sampler unknown unknown unknown - input:t grid:t interpolation_mode padding_mode align_corners
torch.grid_sampler_2d strict tensor same - input:T grid:T interpolation_mode padding_mode align_corners
torch.grid_sampler_3d strict tensor same - input:T grid:T interpolation_mode padding_mode align_corners
torch.group_norm strict tensor same - input:T num_groups weight:T bias:T eps cudnn_enabled
torch.gru unknown unknown unknown - input:t hx:t params:l has_biases num_layers dropout train bidirectional batch_first * data:t batch_sizes:t
torch.gru_cell strict tensor same - input:T hx:T w_ih:T w_hh:T b_ih:t- b_hh:t-
torch.gt lenient tensor same - input:T0 other:t0 * out:t-
torch.hardshrink strict tensor same - input:T lambd * out:t
torch.hash_tensor strict tensor scalar by=dim,keepdim,mode input:T dim * keepdim mode out:t
torch.heaviside lenient tensor same - input:T0 values:T0 * out:t-
torch.hinge_embedding_loss unknown tensor unknown - input:T target:T margin reduction
torch.histc strict tensor positive - input:T bins min max * out:t
torch.histogram unknown tensors unknown - input:T bins:t * weight:T density out:t range
torch.histogramdd unknown unknown unknown - input:T bins:l range weight:T density
torch.hsplit strict tensors unknown - input:T sections * indices
torch.hspmm unknown unknown unknown - mat1:t mat2:t * out:t
torch.hstack strict tensor same - tensors:L * out:t-
torch.hypot lenient tensor same - input:T0 other:T0 * out:t-
torch.i0 strict tensor same - input:T * out:t
torch.i0_ strict self same - input:T
torch.igamma strict tensor same - input:T other:T * out:t-
torch.igammac strict tensor same - input:T other:T * out:t-
torch.imag strict tensor same - input:T
torch.index_add strict tensor unknown - input:T dim index:T source:T * alpha out:t-
torch.index_copy strict tensor unknown - input:T dim index:T source:T * out:t-
torch.index_fill lenient tensor unknown - input:T0 dim index:T0 value:t0
torch.index_put unknown tensor same - input:T indices:L values:T accumulate
torch.index_put_ unknown self same - input:T indices:L values:T accumulate
torch.index_reduce strict tensor unknown - input:T dim index:T source:T reduce * include_self out:t-
torch.index_select strict tensor unknown - input:T dim index:T * out:t-
torch.indices_copy strict unknown unknown - input:t
torch.inner strict tensor unknown - input:T other:T * out:t-
torch.instance_norm unknown unknown unknown - input:t weight:t bias:t running_mean:t running_var:t use_input_stats momentum eps cudnn_enabled
torch.int_repr strict unknown unknown - input:t
torch.inverse strict tensor same - input:T * out:t
torch.is_complex strict scalar unknown - input:T
torch.is_conj strict scalar unknown - input:T
torch.is_distributed strict scalar unknown - input:T
torch.is_floating_point strict scalar unknown - input:T
torch.is_inference strict scalar unknown - input:T
torch.is_neg strict scalar unknown - input:T
torch.is_nonzero strict unknown unknown - input:t
torch.is_same_size unknown scalar unknown - input:T other:T
torch.is_signed strict scalar unknown - input:T
torch.isclose lenient tensor same - input:T0 other:T0 rtol atol equal_nan
torch.isfinite strict tensor same - input:T
torch.isin strict tensor same - elements:t test_elements:t * element test_element assume_unique invert out:t-
torch.isinf strict tensor same - input:T
torch.isnan strict tensor same - input:T
torch.isneginf strict tensor same - input:T * out:t
torch.isposinf strict tensor same - input:T * out:t
torch.isreal strict tensor same - input:T
torch.istft strict tensor positive - input:T n_fft hop_length win_length window:T center normalized onesided length return_complex
torch.kl_div lenient tensor same - input:T0 target:T0 reduction * log_target
torch.kron strict tensor same - input:T other:T * out:t-
torch.kthvalue strict tensors unknown - input:T k dim keepdim * out:t
torch.layer_norm strict tensor same - input:T normalized_shape weight:T bias:T eps cudnn_enable
torch.lcm strict tensor same - input:T other:T * out:t-
torch.lcm_ strict self same - input:T other:T
torch.ldexp strict tensor same - input:T other:T * out:t-
torch.ldexp_ strict self same - input:T other:T
torch.le lenient tensor same - input:T0 other:t0 * out:t-
torch.lerp lenient tensor same - input:T0 end:T0 weight:t0 * out:t-
torch.less lenient tensor same - input:T0 other:t0 * out:t-
torch.less_equal lenient tensor same - input:T0 other:t0 * out:t-
torch.lgamma strict tensor same - input:T * out:t
torch.linalg.cholesky strict tensor same - input:T * upper out:t
torch.linalg.cholesky_ex strict tensors unknown - input:T * upper check_errors out:t
torch.linalg.cond strict tensor unknown - input:T p * out:t
torch.linalg.cross strict tensor same - input:T other:T * dim out:t-
torch.linalg.det strict tensor unknown - A:T * out:t
torch.linalg.diagonal strict tensor positive - A:T * offset dim1 dim2
torch.linalg.eig strict tensors unknown - input:T * out:t
torch.linalg.eigh strict tensors unknown - input:T UPLO * out:t
torch.linalg.eigvals strict tensor positive - input:T * out:t
torch.linalg.eigvalsh strict tensor positive - input:T UPLO * out:t
torch.linalg.householder_product strict tensor same - input:T tau:T * out:t-
torch.linalg.inv strict tensor same - A:T * out:t
torch.linalg.inv_ex strict tensors unknown - A:T * check_errors out:t
torch.linalg.ldl_factor strict tensors unknown - input:T * hermitian out:t
torch.linalg.ldl_factor_ex strict tensors unknown - input:T * hermitian check_errors out:t
torch.linalg.ldl_solve strict tensor same - LD:T pivots:T B:T * hermitian out:t-
torch.linalg.lstsq unknown tensors unknown - input:T b:T rcond * driver out:t
torch.linalg.lu strict tensors unknown - A:T * pivot out:t
torch.linalg.lu_factor strict tensors unknown - A:T * pivot out:t
torch.linalg.lu_factor_ex strict tensors unknown - A:T * pivot check_errors out:t
torch.linalg.lu_solve strict tensor same - LU:T pivots:T B:T * left adjoint out:t-
torch.linalg.matmul strict tensor unknown - input:T other:T * out:t-
torch.linalg.matrix_exp strict tensor same - input:T
torch.linalg.matrix_norm strict tensor unknown - input:T ord dim keepdim * dtype out:t
torch.linalg.matrix_power strict tensor same - input:T n * out:t
torch.linalg.matrix_rank strict tensor unknown - input:T tol:t- hermitian * atol:t rtol:t out:t-
torch.linalg.multi_dot strict tensor unknown - tensors:L * out:t-
torch.linalg.norm strict tensor scalar by=ord,dim,keepdim input:T ord dim keepdim * dtype out:t
torch.linalg.pinv unknown tensor same - input:T rcond:t hermitian * atol:t rtol:t out:t
torch.linalg.qr strict tensors unknown - A:T mode * out:t
torch.linalg.slogdet strict tensors unknown - A:T * out:t
torch.linalg.solve strict tensor positive - A:T B:T * left out:t-
torch.linalg.solve_ex strict tensors unknown - A:T B:T * left check_errors out:t-
torch.linalg.solve_triangular strict tensor same - input:T B:T * upper left unitriangular out:t-
torch.linalg.svd strict tensors unknown - A:T full_matrices * driver out:t
torch.linalg.svdvals strict tensor positive - A:T * driver out:t
torch.linalg.tensorinv strict tensor same - input:T ind * out:t
torch.linalg.tensorsolve strict tensor positive - input:T other:T dims * out:t-
torch.linalg.vander strict tensor positive - x:T * N
torch.linalg.vecdot lenient tensor unknown - x:T0 y:T0 * dim out:t-
torch.linalg.vector_norm strict tensor scalar by=ord,dim,keepdim input:T ord dim keepdim * dtype out:t
torch.lobpcg unknown tensors unknown - A:T k B:t X:t n iK:t niter tol largest method tracker ortho_iparams ortho_fparams ortho_bparams
torch.log strict tensor same - input:T * out:t
torch.log10 strict tensor same - input:T * out:t
torch.log10_ strict self same - input:T
torch.log1p strict tensor same - input:T * out:t
torch.log1p_ strict self same - input:T
torch.log2 strict tensor same - input:T * out:t
torch.log2_ strict self same - input:T
torch.log_ strict self same - input:T
torch.log_softmax strict tensor same - input:T dim dtype * out:t
torch.logaddexp strict tensor same - input:T other:T * out:t-
torch.logaddexp2 strict tensor same - input:T other:T * out:t-
torch.logcumsumexp strict tensor same - input:T dim * out:t
torch.logdet strict tensor unknown - input:T
torch.logical_and lenient tensor same - input:T0 other:T0 * out:t-
torch.logical_not strict tensor same - input:T * out:t
torch.logical_or lenient tensor same - input:T0 other:T0 * out:t-
torch.logical_xor lenient tensor same - input:T0 other:T0 * out:t-
torch.logit strict tensor same - input:T eps * out:t
torch.logit_ strict self same - input:T eps
torch.logsumexp strict tensor unknown - input:T dim keepdim * out:t
torch.lstm unknown unknown unknown - input:t hx:l params:l has_biases num_layers dropout train bidirectional batch_first * data:t batch_sizes:t
torch.lstm_cell strict tensors unknown - input:T hx:L w_ih:T w_hh:T b_ih:t- b_hh:t-
torch.lstsq unknown unknown unknown - input:t A:t * out
torch.lt lenient tensor same - input:T0 other:t0 * out:t-
torch.lu_solve strict tensor same - input:T LU_data:T LU_pivots:T * out:t-
torch.lu_unpack strict tensors unknown - LU_data:T LU_pivots:T unpack_data unpack_pivots * out:t-
torch.margin_ranking_loss lenient tensor same - input1:T0 input2:T0 target:T0 margin reduction
torch.masked_fill lenient tensor same - input:T0 mask:T0 value:t0
torch.masked_scatter strict tensor same - input:T mask:T source:T
torch.masked_select strict tensor unknown - input:T mask:T * out:t-
torch.matmul strict tensor unknown - input:T other:T * out:t-
torch.matrix_exp strict tensor same - input:T
torch.matrix_power strict tensor same - input:T n * out:t
torch.max lenient tensor scalar by=other,keepdim,dim;several=other input:T0 other:t0 keepdim * dim out:t-
torch.max_pool1d strict tensor same - input:T kernel_size stride padding dilation ceil_mode
torch.max_pool1d_with_indices strict tensors unknown - input:T kernel_size stride padding dilation ceil_mode
torch.max_pool2d strict tensor same - input:T kernel_size stride padding dilation ceil_mode
torch.max_pool3d strict tensor same - input:T kernel_size stride padding dilation ceil_mode
torch.maximum lenient tensor same - input:T0 other:T0 * out:t-
torch.mean strict tensor scalar by=dim,keepdim input:T dim keepdim * dtype out:t
torch.median strict tensor scalar by=dim,keepdim;several=dim input:T dim keepdim * out:t
torch.meshgrid strict tensors unknown - *tensors:L * indexing
torch.min lenient tensor scalar by=other,keepdim,dim;several=other input:T0 other:t0 keepdim * dim out:t-
torch.minimum lenient tensor same - input:T0 other:T0 * out:t-
torch.mm strict tensor same - input:T mat2:T out_dtype * out:t-
torch.mode strict tensors unknown - input:T dim keepdim * out:t
torch.moveaxis strict tensor same - input:T source destination
torch.movedim strict tensor same - input:T source destination
torch.msort strict tensor same - input:T * out:t
torch.mul lenient tensor same - input:t0 other:t0 * out:t-
torch.multinomial strict tensor same random input:T num_samples replacement * generator out:t
torch.multiply lenient tensor same - input:t0 other:t0 * out:t-
torch.mv strict tensor positive - input:T vec:T * out:t-
torch.mvlgamma strict tensor same - input:T p * out:t
torch.nan_to_num strict tensor same - input:T nan posinf neginf * out:t
torch.nan_to_num_ strict self same - input:T nan posinf neginf
torch.nanmean strict tensor scalar by=dim,keepdim input:T dim keepdim * dtype out:t
torch.nanmedian strict tensor scalar by=dim,keepdim;several=dim input:T dim keepdim * out:t
torch.nanquantile strict tensor unknown - input:T q:t dim keepdim * interpolation out:t-
torch.nansum strict tensor scalar by=dim,keepdim input:T dim keepdim * dtype out:t
torch.narrow free tensor same - input:T- dim start:t- length
torch.narrow_copy strict tensor same - input:T dim start length * out:t
torch.native_batch_norm strict tensors unknown - input:T weight:T bias:T running_mean:T running_var:T training momentum eps * out:t-
torch.native_channel_shuffle strict tensor same - input:T groups
torch.native_dropout strict unknown unknown - input:t p train
torch.native_group_norm strict tensors unknown - input:T weight:T bias:T N C HxW group eps
torch.native_layer_norm strict tensors unknown - input:T normalized_shape weight:T bias:T eps
torch.native_norm strict unknown unknown - input:t p dim keepdim dtype
torch.ne lenient tensor same - input:T0 other:t0 * out:t-
torch.neg strict tensor same - input:T * out:t
torch.neg_ strict self same - input:T
torch.negative strict tensor same - input:T * out:t
torch.negative_ strict self same - input:T
torch.nextafter strict tensor same - input:T other:T * out:t-
torch.nn.functional.adaptive_avg_pool1d strict tensor same - input:T output_size
torch.nn.functional.adaptive_avg_pool2d strict tensor same - input:T output_size
torch.nn.functional.adaptive_avg_pool3d strict tensor same - input:T output_size
torch.nn.functional.adaptive_max_pool1d strict tensor same several=return_indices input:T output_size return_indices
torch.nn.functional.adaptive_max_pool1d_with_indices strict tensors unknown - input:T output_size return_indices
torch.nn.functional.adaptive_max_pool2d strict tensor same several=return_indices input:T output_size return_indices
torch.nn.functional.adaptive_max_pool2d_with_indices strict tensors unknown - input:T output_size return_indices
torch.nn.functional.adaptive_max_pool3d strict tensor same several=return_indices input:T output_size return_indices
torch.nn.functional.adaptive_max_pool3d_with_indices strict tensors unknown - input:T output_size return_indices
torch.nn.functional.affine_grid strict tensor positive - theta:T size align_corners
torch.nn.functional.alpha_dropout strict tensor same - input:T p training inplace
torch.nn.functional.avg_pool1d strict tensor same - input:T kernel_size stride padding ceil_mode count_include_pad
torch.nn.functional.avg_pool2d strict tensor same - input:T kernel_size stride padding ceil_mode count_include_pad divisor_override * out:t
torch.nn.functional.avg_pool3d strict tensor same - input:T kernel_size stride padding ceil_mode count_include_pad divisor_override * out:t
torch.nn.functional.batch_norm strict tensor same - input:T running_mean:T running_var:T weight:T bias:T training momentum eps
torch.nn.functional.bilinear strict tensor positive - input1:T input2:T weight:T bias:T
torch.nn.functional.binary_cross_entropy strict tensor scalar by=size_average,reduce,reduction input:T target:T weight:T size_average reduce reduction
torch.nn.functional.binary_cross_entropy_with_logits lenient tensor scalar by=size_average,reduce,reduction input:T target:T weight:T0 size_average reduce reduction pos_weight:T0
torch.nn.functional.celu strict tensor same - input:T alpha inplace
torch.nn.functional.celu_ strict self same - input:T alpha
torch.nn.functional.channel_shuffle strict tensor same - input:T groups
torch.nn.functional.conv1d unknown tensor positive - input:T weight:T bias:T stride padding dilation groups
torch.nn.functional.conv2d unknown tensor positive - input:T weight:T bias:T stride padding dilation groups
torch.nn.functional.conv3d unknown tensor positive - input:T weight:T bias:T stride padding dilation groups
torch.nn.functional.conv_tbc unknown unknown unknown - input:t weight:t bias:t pad
torch.nn.functional.conv_transpose1d unknown tensor positive - input:T weight:T bias:T stride padding output_padding groups dilation
torch.nn.functional.conv_transpose2d unknown tensor positive - input:T weight:T bias:T stride padding output_padding groups dilation
torch.nn.functional.conv_transpose3d unknown tensor positive - input:T weight:T bias:T stride padding output_padding groups dilation
torch.nn.functional.cosine_embedding_loss lenient tensor scalar by=size_average,reduce,reduction input1:T input2:T target:T0 margin size_average reduce reduction
torch.nn.functional.cosine_similarity strict tensor unknown - x1:T x2:T dim eps
torch.nn.functional.cross_entropy strict tensor scalar by=size_average,reduce,reduction input:T target:T weight:T size_average ignore_index reduce reduction label_smoothing
torch.nn.functional.ctc_loss unknown tensor scalar by=reduction log_probs:T targets:T input_lengths:t target_lengths:t blank reduction zero_infinity
torch.nn.functional.dropout strict tensor same - input:T p training inplace
torch.nn.functional.dropout1d strict tensor same - input:T p training inplace
torch.nn.functional.dropout2d strict tensor same - input:T p training inplace
torch.nn.functional.dropout3d strict tensor same - input:T p training inplace
torch.nn.functional.elu strict tensor same - input:T alpha inplace
torch.nn.functional.elu_ strict self same - input:T alpha scale input_scale
torch.nn.functional.embedding strict tensor positive - input:T weight:T padding_idx max_norm norm_type scale_grad_by_freq sparse
torch.nn.functional.embedding_bag strict tensor same - input:T weight:T offsets:t- max_norm norm_type scale_grad_by_freq mode sparse per_sample_weights:T include_last_offset padding_idx
torch.nn.functional.feature_alpha_dropout strict tensor same - input:T p training inplace
torch.nn.functional.fold strict tensor positive - input:T output_size kernel_size dilation padding stride
torch.nn.functional.fractional_max_pool2d unknown tensor same - input:T kernel_size output_size output_ratio return_indices _random_samples:t
torch.nn.functional.fractional_max_pool2d_with_indices unknown unknown unknown - input:t kernel_size output_size output_ratio return_indices _random_samples:t
torch.nn.functional.fractional_max_pool3d unknown tensor same - input:T kernel_size output_size output_ratio return_indices _random_samples:t
torch.nn.functional.fractional_max_pool3d_with_indices unknown unknown unknown - input:t kernel_size output_size output_ratio return_indices _random_samples:t
torch.nn.functional.gaussian_nll_loss unknown tensor scalar by=reduction input:T target:t var:t full eps reduction
torch.nn.functional.gelu strict tensor same - input:T * approximate out:t
torch.nn.functional.glu strict tensor same - input:T dim
torch.nn.functional.grid_sample strict tensor same - input:T grid:T mode padding_mode align_corners
torch.nn.functional.group_norm strict tensor same - input:T num_groups weight:T bias:T eps
torch.nn.functional.grouped_mm unknown unknown unknown - mat_a:t mat_b:t * offs:t bias:t out_dtype
torch.nn.functional.gumbel_softmax strict tensor same - logits:T tau hard eps dim
torch.nn.functional.hardshrink strict tensor same - input:T lambd * out:t
torch.nn.functional.hardsigmoid strict tensor same - input:T inplace
torch.nn.functional.hardswish strict tensor same - input:T inplace
torch.nn.functional.hardtanh strict tensor same - input:T min_val max_val inplace
torch.nn.functional.hardtanh_ strict self same - input:T min_val max_val
torch.nn.functional.hinge_embedding_loss lenient tensor scalar by=size_average,reduce,reduction input:T0 target:T0 margin size_average reduce reduction
torch.nn.functional.huber_loss strict tensor scalar by=reduction input:T target:T reduction delta weight:t-
torch.nn.functional.instance_norm strict tensor same - input:T running_mean:T running_var:T weight:T bias:T use_input_stats momentum eps
torch.nn.functional.interpolate strict tensor same - input:T size scale_factor mode align_corners recompute_scale_factor antialias
torch.nn.functional.kl_div lenient tensor scalar by=size_average,reduce,reduction input:T0 target:T0 size_average reduce reduction log_target
torch.nn.functional.l1_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T size_average reduce reduction weight:t-
torch.nn.functional.layer_norm strict tensor same - input:T normalized_shape weight:T bias:T eps
torch.nn.functional.leaky_relu strict tensor same - input:T negative_slope inplace
torch.nn.functional.leaky_relu_ strict self same - input:T negative_slope
torch.nn.functional.linear strict tensor positive - input:T weight:T bias:T * out:t-
torch.nn.functional.linear_cross_entropy strict tensor scalar by=linear_bias,reduction,options input:T linear_weight:T target:T * linear_bias:T- weight:T- reduction ignore_index label_smoothing options
torch.nn.functional.local_response_norm strict tensor same - input:T size alpha beta k
torch.nn.functional.log_softmax strict tensor same - input:T dim _stacklevel dtype
torch.nn.functional.lp_pool1d strict tensor same - input:T norm_type kernel_size stride ceil_mode
torch.nn.functional.lp_pool2d strict tensor same - input:T norm_type kernel_size stride ceil_mode
torch.nn.functional.lp_pool3d strict tensor same - input:T norm_type kernel_size stride ceil_mode
torch.nn.functional.margin_ranking_loss strict tensor scalar by=size_average,reduce,reduction input1:T input2:T target:T margin size_average reduce reduction
torch.nn.functional.max_pool1d strict tensor same several=return_indices input:T kernel_size stride padding dilation ceil_mode return_indices
torch.nn.functional.max_pool1d_with_indices strict tensors unknown - input:T kernel_size stride padding dilation ceil_mode return_indices
torch.nn.functional.max_pool2d strict tensor same several=return_indices input:T kernel_size stride padding dilation ceil_mode return_indices
torch.nn.functional.max_pool2d_with_indices strict tensors unknown - input:T kernel_size stride padding dilation ceil_mode return_indices
torch.nn.functional.max_pool3d strict tensor same several=return_indices input:T kernel_size stride padding dilation ceil_mode return_indices
torch.nn.functional.max_pool3d_with_indices strict tensors unknown - input:T kernel_size stride padding dilation ceil_mode return_indices
torch.nn.functional.max_unpool1d strict tensor same - input:T indices:T kernel_size stride padding output_size
torch.nn.functional.max_unpool2d strict tensor same - input:T indices:T kernel_size stride padding output_size
torch.nn.functional.max_unpool3d strict tensor same - input:T indices:T kernel_size stride padding output_size
torch.nn.functional.mish strict tensor same - input:T inplace
torch.nn.functional.mse_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T size_average reduce reduction weight:t-
torch.nn.functional.multi_head_attention_forward unknown unknown unknown - query:t key:t value:t embed_dim_to_check num_heads in_proj_weight:t in_proj_bias:t bias_k:t bias_v:t add_zero_attn dropout_p out_proj_weight:t out_proj_bias:t training key_padding_mask:t need_weights attn_mask:t use_separate_proj_weight q_proj_weight:t k_proj_weight:t v_proj_weight:t static_k:t static_v:t average_attn_weights is_causal
torch.nn.functional.multi_margin_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T p margin weight:T size_average reduce reduction
torch.nn.functional.multilabel_margin_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T size_average reduce reduction
torch.nn.functional.multilabel_soft_margin_loss lenient tensor scalar by=size_average,reduce,reduction input:T target:t0 weight:t0 size_average reduce reduction
torch.nn.functional.native_channel_shuffle strict tensor same - input:T groups
torch.nn.functional.nll_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T weight:T size_average ignore_index reduce reduction
torch.nn.functional.normalize strict tensor same - input:T p dim eps out:t
torch.nn.functional.one_hot strict tensor positive - input:T num_classes
torch.nn.functional.pad strict tensor same - input:T pad mode value
torch.nn.functional.pairwise_distance lenient tensor unknown - x1:T0 x2:T0 p eps keepdim
torch.nn.functional.pdist strict tensor positive - input:T p
torch.nn.functional.pixel_shuffle strict tensor same - input:T upscale_factor
torch.nn.functional.pixel_unshuffle strict tensor same - input:T downscale_factor
torch.nn.functional.poisson_nll_loss lenient tensor scalar by=size_average,reduce,reduction input:T0 target:T0 log_input full size_average eps reduce reduction
torch.nn.functional.prelu strict tensor unknown - input:T weight:T
torch.nn.functional.relu strict tensor same - input:T inplace
torch.nn.functional.relu6 strict tensor same - input:T inplace
torch.nn.functional.relu_ strict self same - input:T
torch.nn.functional.rms_norm strict tensor same - input:T normalized_shape weight:T eps
torch.nn.functional.rrelu strict tensor same - input:T lower upper training inplace
torch.nn.functional.rrelu_ strict self same random input:T lower upper training generator
torch.nn.functional.scaled_dot_product_attention lenient tensor same - query:T key:T value:T attn_mask:T0 dropout_p is_causal * scale enable_gqa
torch.nn.functional.scaled_grouped_mm unknown unknown unknown - mat_a:t mat_b:t scale_a:l scale_recipe_a scale_b:l scale_recipe_b swizzle_a swizzle_b bias:t offs:t output_dtype contraction_dim use_fast_accum
torch.nn.functional.scaled_mm unknown unknown unknown - mat_a:t mat_b:t scale_a:l scale_recipe_a scale_b:l scale_recipe_b swizzle_a swizzle_b bias:t output_dtype contraction_dim use_fast_accum
torch.nn.functional.selu strict tensor same - input:T inplace
torch.nn.functional.selu_ strict self same - input:T
torch.nn.functional.sigmoid strict tensor same - input:T
torch.nn.functional.silu strict tensor same - input:T inplace
torch.nn.functional.smooth_l1_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T size_average reduce reduction beta
torch.nn.functional.soft_margin_loss strict tensor scalar by=size_average,reduce,reduction input:T target:T size_average reduce reduction
torch.nn.functional.softmax strict tensor same - input:T dim _stacklevel dtype
torch.nn.functional.softmin strict tensor same - input:T dim _stacklevel dtype
torch.nn.functional.softplus strict tensor same - input:T beta threshold * out:t
torch.nn.functional.softshrink strict tensor same - input:T lambd * out:t
torch.nn.functional.tanh strict tensor same - input:T
torch.nn.functional.threshold strict tensor same - input:T threshold value inplace
torch.nn.functional.threshold_ strict self same - input:T threshold value
torch.nn.functional.triplet_margin_loss strict tensor scalar by=size_average,reduce,reduction anchor:T positive:T negative:T margin p eps swap size_average reduce reduction
torch.nn.functional.triplet_margin_with_distance_loss strict tensor scalar by=distance_function,reduction anchor:T positive:T negative:T * distance_function:t- margin swap reduction
torch.nn.functional.unfold strict tensor positive - input:T kernel_size dilation padding stride
torch.nn.init.constant_ strict self same - tensor:T val
torch.nn.init.dirac_ strict self same - tensor:T groups
torch.nn.init.eye_ strict self same - tensor:T
torch.nn.init.kaiming_normal_ strict self same random tensor:T a mode nonlinearity generator
torch.nn.init.kaiming_uniform_ strict self same random tensor:T a mode nonlinearity generator
torch.nn.init.normal_ strict self same random tensor:T mean std generator
torch.nn.init.ones_ strict self same - tensor:T
torch.nn.init.orthogonal_ strict self same random tensor:T gain generator
torch.nn.init.sparse_ strict self same random tensor:T sparsity std generator
torch.nn.init.trunc_normal_ strict self same random tensor:T mean std a b generator
torch.nn.init.uniform_ strict self same random tensor:T a b generator
torch.nn.init.xavier_normal_ strict self same random tensor:T gain generator
torch.nn.init.xavier_uniform_ strict self same random tensor:T gain generator
torch.nn.init.zeros_ strict self same - tensor:T
torch.nonzero strict unknown unknown - input:T * out:t
torch.nonzero_static strict tensor positive - input:T * size fill_value out:t
torch.norm strict tensor scalar by=dim,keepdim input:T p dim keepdim * dtype
torch.norm_except_dim strict tensor same - v:T pow dim
torch.not_equal lenient tensor same - input:T0 other:t0 * out:t-
torch.nuclear_norm strict tensor unknown - input:T dim keepdim * out:t
torch.orgqr strict tensor same - input:T input2:T * out:t-
torch.ormqr strict tensor same - input:T input2:T input3:T left transpose * out:t-
torch.outer strict tensor positive - input:T vec2:T * out:t-
torch.pairwise_distance lenient tensor unknown - x1:T0 x2:T0 p eps keepdim
torch.pca_lowrank strict tensors unknown - A:T q center niter
torch.pdist strict tensor positive - input:T p
torch.permute strict tensor same - input:T dims
torch.permute_copy strict tensor same - input:T dims
torch.pinverse strict tensor same - input:T rcond
torch.pixel_shuffle strict tensor same - input:T upscale_factor
torch.pixel_unshuffle strict tensor same - input:T downscale_factor
torch.poisson strict tensor same random input:T generator
torch.poisson_nll_loss unknown unknown unknown - input:t target:t log_input full eps reduction
torch.polar strict tensor same - abs:T angle:T * out:t-
torch.polygamma strict tensor same - n input:T * out:t
torch.positive strict tensor same - input:T
torch.pow lenient tensor same - input:t0 exponent:t0 * out:t-
torch.prelu strict tensor unknown - input:T weight:T
torch.prod strict tensor scalar by=dim,keepdim input:T dim keepdim * dtype out:t
torch.put strict tensor unknown - input:T index:T source:T accumulate
torch.qr strict tensors unknown - input:T some * out:t
torch.quantile strict tensor unknown - input:T q:t dim keepdim * interpolation out:t-
torch.quantize_per_channel unknown unknown unknown - input:t scales:t zero_points:t axis dtype
torch.quantize_per_tensor unknown unknown unknown - input:t scale:t zero_point:t dtype * tensors:l scales:t zero_points:t
torch.quantize_per_tensor_dynamic strict unknown unknown - input:t dtype reduce_range
torch.rad2deg strict tensor same - input:T * out:t
torch.rad2deg_ strict self same - input:T
torch.ravel strict tensor positive - input:T
torch.real strict tensor same - input:T
torch.reciprocal strict tensor same - input:T * out:t
torch.reciprocal_ strict self same - input:T
torch.relu strict tensor same - input:T
torch.relu_ strict self same - input:T
torch.remainder lenient tensor same - input:t0 other:t0 * out:t-
torch.renorm strict tensor same - input:T p dim maxnorm * out:t
torch.repeat_interleave strict tensor positive - input:T repeats:t dim * output_size
torch.reshape strict tensor unknown - input:T shape
torch.resize_as_ unknown self same - input:T the_template:T * memory_format
torch.resize_as_sparse_ unknown unknown unknown - input:t the_template:t
torch.resolve_conj strict tensor same - input:T
torch.resolve_neg strict tensor same - input:T
torch.result_type free unknown unknown - tensor:t- other:t- * scalar scalar1 scalar2
torch.rms_norm strict tensor same - input:T normalized_shape weight:T eps
torch.rnn_relu unknown unknown unknown - input:t hx:t params:l has_biases num_layers dropout train bidirectional batch_first * data:t batch_sizes:t
torch.rnn_relu_cell strict tensor same - input:T hx:T w_ih:T w_hh:T b_ih:t- b_hh:t-
torch.rnn_tanh unknown unknown unknown - input:t hx:t params:l has_biases num_layers dropout train bidirectional batch_first * data:t batch_sizes:t
torch.rnn_tanh_cell strict tensor same - input:T hx:T w_ih:T w_hh:T b_ih:t- b_hh:t-
torch.roll strict tensor same - input:T shifts dims
torch.rot90 strict tensor same - input:T k dims
torch.round strict tensor same - input:T * out:t decimals
torch.round_ strict self same - input:T * decimals
torch.row_indices_copy strict unknown unknown - input:t
torch.row_stack strict tensor positive - tensors:L * out:t-
torch.rrelu strict tensor same random input:T lower upper training generator
torch.rrelu_ strict self same random input:T lower upper training generator
torch.rsqrt strict tensor same - input:T * out:t
torch.rsqrt_ strict self same - input:T
torch.rsub lenient tensor same - input:T0 other:t0 alpha
torch.scatter strict tensor same - input:T dim index:T src:t * value out:t- reduce
torch.scatter_add strict tensor same - input:T dim index:T src:T * out:t-
torch.scatter_reduce strict tensor same - input:T dim index:T src:T reduce * include_self out:t-
torch.searchsorted strict tensor unknown - sorted_sequence:T input:t * out_int32 right side sorter:T out:t-
torch.segment_reduce unknown unknown unknown - data:t reduce * lengths:t indices:t offsets:t axis unsafe initial
torch.select strict tensor unknown - input:T dim index
torch.select_copy strict tensor unknown - input:T dim index
torch.select_scatter strict tensor same - input:T src:T dim index
torch.selu strict tensor same - input:T
torch.selu_ strict self same - input:T
torch.set_default_tensor_type strict unknown unknown - t:t
torch.set_rng_state strict unknown unknown - new_state:t
torch.sgn strict tensor same - input:T * out:t
torch.sigmoid strict tensor same - input:T * out:t
torch.sigmoid_ strict self same - input:T
torch.sign strict tensor same - input:T * out:t
torch.signbit strict tensor same - input:T * out:t
torch.sin strict tensor same - input:T * out:t
torch.sin_ strict self same - input:T
torch.sinc strict tensor same - input:T * out:t
torch.sinc_ strict self same - input:T
torch.sinh strict tensor same - input:T * out:t
torch.sinh_ strict self same - input:T
torch.slice_copy strict tensor same - input:T dim start end step
torch.slice_inverse unknown tensor positive - input:T src:T dim start end step
torch.slice_scatter unknown tensor same - input:T src:T dim start end step
torch.slogdet strict tensors unknown - input:T * out:t
torch.smm unknown unknown unknown - input:t mat2:t
torch.softmax strict tensor same - input:T dim dtype * out:t
torch.solve unknown unknown unknown - input:t A:t * out
torch.sort strict tensors unknown - input:T dim descending * out:t stable
torch.special.airy_ai strict tensor same - x:T * out:t
torch.special.bessel_j0 strict tensor same - input:T * out:t
torch.special.bessel_j1 strict tensor same - input:T * out:t
torch.special.bessel_y0 strict tensor same - input:T * out:t
torch.special.bessel_y1 strict tensor same - input:T * out:t
torch.special.chebyshev_polynomial_t lenient tensor same - x:t0 n:t0 * out:t-
torch.special.chebyshev_polynomial_u lenient tensor same - x:t0 n:t0 * out:t-
torch.special.chebyshev_polynomial_v lenient tensor same - x:t0 n:t0 * out:t-
torch.special.chebyshev_polynomial_w lenient tensor same - x:t0 n:t0 * out:t-
torch.special.digamma strict tensor same - input:T * out:t
torch.special.entr strict tensor same - input:T * out:t
torch.special.erf strict tensor same - input:T * out:t
torch.special.erfc strict tensor same - input:T * out:t
torch.special.erfcx strict tensor same - input:T * out:t
torch.special.erfinv strict tensor same - input:T * out:t
torch.special.exp2 strict tensor same - input:T * out:t
torch.special.expit strict tensor same - input:T * out:t
torch.special.expm1 strict tensor same - input:T * out:t
torch.special.gammainc strict tensor same - input:T other:T * out:t-
torch.special.gammaincc strict tensor same - input:T other:T * out:t-
torch.special.gammaln strict tensor same - input:T * out:t
torch.special.hermite_polynomial_h lenient tensor same - x:t0 n:t0 * out:t-
torch.special.hermite_polynomial_he lenient tensor same - x:t0 n:t0 * out:t-
torch.special.i0 strict tensor same - input:T * out:t
torch.special.i0e strict tensor same - input:T * out:t
torch.special.i1 strict tensor same - input:T * out:t
torch.special.i1e strict tensor same - input:T * out:t
torch.special.laguerre_polynomial_l lenient tensor same - x:t0 n:t0 * out:t-
torch.special.legendre_polynomial_p lenient tensor same - x:t0 n:t0 * out:t-
torch.special.log1p strict tensor same - input:T * out:t
torch.special.log_ndtr strict tensor same - input:T * out:t
torch.special.log_softmax strict tensor same - input:T dim * dtype
torch.special.logit strict tensor same - input:T eps * out:t
torch.special.logsumexp strict tensor unknown - input:T dim keepdim * out:t
torch.special.modified_bessel_i0 strict tensor same - input:T * out:t
torch.special.modified_bessel_i1 strict tensor same - input:T * out:t
torch.special.modified_bessel_k0 strict tensor same - input:T * out:t
torch.special.modified_bessel_k1 strict tensor same - input:T * out:t
torch.special.multigammaln strict tensor same - input:T p * out:t
torch.special.ndtr strict tensor same - input:T * out:t
torch.special.ndtri strict tensor same - input:T * out:t
torch.special.polygamma strict tensor same - n input:T * out:t
torch.special.psi strict tensor same - input:T * out:t
torch.special.round strict tensor same - input:T * decimals out:t
torch.special.scaled_modified_bessel_k0 strict tensor same - x:T * out:t
torch.special.scaled_modified_bessel_k1 strict tensor same - x:T * out:t
torch.special.shifted_chebyshev_polynomial_t lenient tensor same - x:t0 n:t0 * out:t-
torch.special.shifted_chebyshev_polynomial_u lenient tensor same - x:t0 n:t0 * out:t-
torch.special.shifted_chebyshev_polynomial_v lenient tensor same - x:t0 n:t0 * out:t-
torch.special.shifted_chebyshev_polynomial_w lenient tensor same - x:t0 n:t0 * out:t-
torch.special.sinc strict tensor same - input:T * out:t
torch.special.softmax strict tensor same - input:T dim dtype
torch.special.spherical_bessel_j0 strict tensor same - x:T * out:t
torch.special.xlog1py lenient tensor same - input:t0 other:t0 * out:t-
torch.special.xlogy lenient tensor same - input:t0 other:t0 * out:t-
torch.special.zeta lenient tensor same - input:t0 other:t0 * out:t-
torch.split strict tensors unknown - tensor:T split_size_or_sections dim
torch.split_copy strict tensors unknown - input:T split_size dim * out:t
torch.split_with_sizes strict tensors unknown - input:T split_sizes dim
torch.split_with_sizes_copy strict tensors unknown - input:T split_sizes dim * out:t
torch.sqrt strict tensor same - input:T * out:t
torch.sqrt_ strict self same - input:T
torch.square strict tensor same - input:T * out:t
torch.square_ strict self same - input:T
torch.squeeze strict tensor unknown - input:T dim
torch.squeeze_copy strict tensor unknown - input:T dim
torch.sspaddmm unknown unknown unknown - input:t mat1:t mat2:t * beta alpha out:t
torch.stack strict tensor positive - tensors:L dim * out:t-
torch.std strict tensor scalar by=dim,keepdim input:T dim unbiased keepdim * correction out:t
torch.std_mean strict tensors unknown - input:T dim unbiased keepdim * correction
torch.stft strict tensor positive - input:T n_fft hop_length win_length window:T center pad_mode normalized onesided return_complex align_to_window
torch.sub lenient tensor same - input:t0 other:t0 alpha * out:t-
torch.subtract lenient tensor same - input:t0 other:t0 alpha * out:t-
torch.sum strict tensor scalar by=dim,keepdim input:T dim keepdim * dtype out:t
torch.svd strict tensors unknown - input:T some compute_uv * out:t
torch.svd_lowrank unknown tensors unknown - A:T q niter M:t
torch.swapaxes strict tensor same - input:T axis0 axis1
torch.swapdims strict tensor same - input:T dim0 dim1
torch.t strict tensor same - input:T
torch.t_copy strict tensor same - input:T
torch.take strict tensor unknown - input:T index:T * out:t-
torch.take_along_dim strict tensor positive - input:T indices:T dim * out:t-
torch.tan strict tensor same - input:T * out:t
torch.tan_ strict self same - input:T
torch.tanh strict tensor same - input:T * out:t
torch.tanh_ strict self same - input:T
torch.tensor_split unknown tensors unknown - input:T tensor_indices_or_sections:t dim * sections indices
torch.tensordot strict tensor unknown - a b dims out:t-
torch.threshold strict tensor same - input:T threshold value * out:t
torch.threshold_ strict self same - input:T threshold value
torch.tile strict tensor unknown - input:T dims
torch.topk strict tensors unknown - input:T k dim largest sorted * out:t
torch.trace strict tensor scalar - input:T
torch.transpose strict tensor same - input:T dim0 dim1
torch.transpose_copy strict tensor same - input:T dim0 dim1
torch.trapezoid strict tensor unknown - y:T x:T * dim dx
torch.trapz strict tensor unknown - y:T x:T * dim dx
torch.triangular_solve strict tensors unknown - input:T A:T upper transpose unitriangular * out:t-
torch.tril strict tensor same - input:T diagonal * out:t
torch.triplet_margin_loss strict tensor positive - anchor:T positive:T negative:T margin p eps swap reduction
torch.triu strict tensor same - input:T diagonal * out:t
torch.true_divide lenient tensor same - input:t0 other:t0 * out:t-
torch.trunc strict tensor same - input:T * out:t
torch.trunc_ strict self same - input:T
torch.unbind strict tensors unknown - input:T dim
torch.unbind_copy strict tensors unknown - input:T dim * out:t
torch.unflatten strict tensor positive - input:T dim sizes
torch.unfold_copy strict tensor positive - input:T dimension size step
torch.unique_consecutive strict unknown unknown - input:T return_inverse return_counts dim
torch.unravel_index strict unknown unknown - indices:T shape
torch.unsafe_chunk strict tensors unknown - input:T chunks dim
torch.unsafe_split strict tensors unknown - input:T split_size dim
torch.unsafe_split_with_sizes strict unknown unknown - input:t split_sizes dim
torch.unsqueeze strict tensor positive - input:T dim
torch.unsqueeze_copy strict tensor positive - input:T dim
torch.values_copy strict unknown unknown - input:t
torch.vander strict tensor positive - x:T N increasing
torch.var strict tensor scalar by=dim,keepdim input:T dim unbiased keepdim * correction out:t
torch.var_mean strict tensors unknown - input:T dim unbiased keepdim * correction
torch.vdot strict tensor scalar - input:T other:T * out:t-
torch.view_as_complex strict tensor unknown - input:T
torch.view_as_complex_copy strict unknown unknown - input:t
torch.view_as_real strict tensor positive - input:T
torch.view_as_real_copy strict unknown unknown - input:t
torch.view_copy strict tensor unknown - input:T size * dtype
torch.vsplit strict tensors unknown - input:T sections * indices
torch.vstack strict tensor positive - tensors:L * out:t-
torch.where lenient unknown unknown - condition:T0 input:t0 other:t0 * out:t-
torch.xlogy lenient tensor same - input:t0 other:t0 * out:t-
torch.xlogy_ lenient self same - input:T other:t0
torch.zero_ strict self same - input:T
"""
