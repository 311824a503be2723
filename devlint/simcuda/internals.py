"""The names of torch that are none of its public ones and that the simulation relies on.

    missing()          # those that the torch at hand lacks; empty for every release the simulation knows
    require()          # ImportError, in one sentence, where one is missing

A test holds that the package touches no other. Names that it sets, in place of a function of torch or where
a build without CUDA has none, may be missing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

NAMES = """
torch.Tensor._make_wrapper_subclass
torch._C.DeviceObjType.get
torch._C.DisableTorchFunction
torch._C.DispatchKey
torch._C.DispatchKeySet
torch._C.Generator
torch._C.OptionalType
torch._C.ScriptFunction
torch._C.ScriptMethod
torch._C.StorageBase
torch._C.TensorBase.device
torch._C.TensorBase.untyped_storage
torch._C.Value
torch._C._DisableTorchDispatch
torch._C._ExcludeDispatchKeyGuard
torch._C._SetExcludeDispatchKeyGuard
torch._C._accelerator_getAccelerator
torch._C._autograd._top_saved_tensors_default_hooks
torch._C._create_function_from_graph
torch._C._current_graph_task_id
torch._C._disabled_torch_function_impl
torch._C._dispatch_has_kernel_for_dispatch_key
torch._C._dispatch_tls_set_dispatch_key_included
torch._C._from_dlpack
torch._C._functorch.get_unwrapped
torch._C._functorch.is_functorch_wrapped_tensor
torch._C._functorch.is_legacy_batchedtensor
torch._C._get_accelerator
torch._C._get_cudnn_enabled
torch._C._get_function_stack_at
torch._C._get_tracing_state
torch._C._is_torch_function_enabled
torch._C._is_torch_function_mode_enabled
torch._C._len_torch_dispatch_stack
torch._C._len_torch_function_stack
torch._C._nn._parse_to
torch._C._parse_dispatch_key
torch._C._to_dlpack
torch._C._vmapmode_decrement_nesting
torch._C._vmapmode_increment_nesting
torch._C.parse_schema
torch._GLOBAL_DEVICE_CONTEXT
torch._VF
torch._ops.OpOverload
torch._remove_batch_dim
torch._subclasses.fake_tensor.FakeTensor
torch.autograd._make_grads
torch.cuda._initialized
torch.cuda._utils._get_device_index
torch.jit._builtins._get_builtin_table
torch.jit._script.RecursiveScriptModule
torch.jit._serialization
torch.library._impls
torch.nn.parallel._functions
torch.ops.aten._convolution.default
torch.ops.aten._to_copy.default
torch.overrides._get_current_function_mode_stack
torch.overrides._pop_mode
torch.overrides._push_mode
torch.storage._StorageBase
torch.utils._device.DeviceContext
torch.utils._device._device_constructors
torch.utils._python_dispatch.TorchDispatchMode
torch.utils._python_dispatch._disable_current_modes
torch.utils._python_dispatch._get_current_dispatch_mode_stack
torch.utils._python_dispatch._pop_mode
torch.utils._python_dispatch._push_mode
torch.utils._pytree.tree_leaves
""".split()
SUPPLIED = ("torch._C._accelerator_getMemoryInfo",)
"""Names that the simulation has set where it reads them."""


def exists(name: str) -> bool:
    """Whether there is what a dotted name says: a module, or an attribute of one."""
    first, *rest = name.split(".")
    found: Any = import_module(first)
    path = first
    for part in rest:
        path += f".{part}"
        if not hasattr(found, part):
            try:
                import_module(path)
            except ImportError:
                return False
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


@cache
def missing() -> tuple[str, ...]:
    """The names that the torch at hand lacks."""
    return tuple(name for name in NAMES if not exists(name))


def require(install: str) -> None:
    """Raise ImportError, with what to install, where a name is missing."""
    if missing():
        import torch

        lacks = ", ".join(missing())
        raise ImportError(f"simulated CUDA does not fit torch {torch.__version__}, which lacks {lacks}: {install}")
