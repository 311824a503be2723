"""Names of functions and attributes of PyTorch that several rooms ask for."""

from __future__ import annotations

JOINING = frozenset({"cat", "concat", "concatenate", "hstack", "vstack"})
"""Operators that put together what was collected: the first time, that is with what has no elements."""
BUFFERS = frozenset({"running_mean", "running_var"})
"""Buffers of modules of torch, which they stay whatever tensor is stored there."""
DRAWING = frozenset({"DataLoader", "RandomSampler", "random_split"})
"""What draws with a generator of its own, if it is given none; a loader, if it shuffles."""
STRING_METHODS = frozenset({"startswith", "endswith", "split", "partition", "replace", "lower", "strip", "find"})

REGISTRARS = frozenset({"self.register_buffer", "self.register_parameter"})
"""How a class registers tensors, called on itself."""

SPEAKERS = frozenset(
    """
    Generator default_generator manual_seed set_device get_device current_device set_default_device
    set_default_tensor_type fork_rng set_rng_state set_rng_state_all get_rng_state get_rng_state_all set_state
    synchronize to_empty pack_padded_sequence get_autocast_gpu_dtype
    """.split()
)
"""Functions that set or ask for a device, or put something somewhere, and that torch alone has."""

DISTRIBUTIONS = frozenset(
    """
    Normal Uniform Beta Gamma Exponential Laplace Gumbel HalfNormal LogNormal Cauchy Bernoulli Poisson StudentT Chi2
    """.split()
)
"""Distributions that are made of numbers as well: what they draw then is on the CPU."""

OF_TORCH = frozenset(
    """
    load load_url load_state_dict_from_url load_file save
    all_reduce broadcast reduce all_gather gather scatter reduce_scatter all_gather_into_tensor
    reduce_scatter_tensor all_to_all_single send recv isend irecv autocast tensor_split
    """.split()
)
"""Functions of torch and its packages that speak of devices, whose names mean as much elsewhere."""

DOWNLOADS = frozenset({"load_url", "load_state_dict_from_url"})
"""Functions of torch that load a checkpoint from an address."""

NEEDING_CUDA = frozenset(
    """
    synchronize current_device set_device get_device_name get_device_properties get_device_capability mem_get_info
    current_stream default_stream Stream Event CUDAGraph reset_peak_memory_stats reset_max_memory_allocated
    reset_accumulated_memory_stats ipc_collect get_rng_state initial_seed set_per_process_memory_fraction init
    """.split()
)
"""Functions and classes of ``torch.cuda`` that raise where there is no CUDA, as torch 2.13 for the CPU does."""

DUTIES_ON_CUDA = frozenset("synchronize reset_peak_memory_stats reset_max_memory_allocated ipc_collect".split())
"""Those of them that add nothing to a computation: it runs without CUDA as well."""

NEEDING_MPS = frozenset("synchronize empty_cache current_allocated_memory driver_allocated_memory".split())
"""Functions of ``torch.mps`` that raise where there is no MPS."""

OF_CURRENT_GPU = frozenset(
    """
    synchronize current_stream Stream memory_allocated max_memory_allocated memory_reserved max_memory_reserved
    reset_peak_memory_stats reset_max_memory_allocated mem_get_info memory_stats memory_summary utilization
    get_device_capability get_device_name
    """.split()
)
"""Functions of ``torch.cuda`` that speak of the current GPU if they are given no device."""

PARAMETERS = frozenset("Parameter UninitializedParameter Buffer UninitializedBuffer".split())
"""Classes whose instances a module registers."""

SETTLED = frozenset(
    """
    os.environ.get os.getenv platform.system torch.cuda.device_count torch.cuda.get_device_name
    torch.distributed.get_rank torch.distributed.get_world_size
    """.split()
)
"""Functions whose answer does not change while a program runs."""

SHARING = frozenset(
    """
    T H mT mH adjoint alias as_strided as_tensor asarray bfloat16 chunk contiguous cpu cuda data detach diagonal double
    dsplit expand expand_as flatten float from_numpy frombuffer grad half hsplit imag indices int long moveaxis movedim
    narrow permute pin_memory positive ravel real requires_grad_ reshape reshape_as select split squeeze swapaxes
    swapdims t tensor_split to transpose type type_as unbind unflatten unfold unsqueeze values view view_as
    view_as_complex view_as_real vsplit
    """.split()
)
"""The members and functions whose result shares, or may share, the memory of what they are given."""
WRITTEN_FIRST = frozenset(
    "all_reduce broadcast reduce all_gather all_gather_into_tensor all_to_all_single reduce_scatter "
    "reduce_scatter_tensor scatter recv irecv copyto".split()
)
"""The functions, beside those whose name ends with an underscore, that write into their first argument."""
