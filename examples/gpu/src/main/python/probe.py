"""Prints the versions of PyTorch, CUDA and Triton if PyTorch can use the GPU; fails otherwise."""

import torch

if not torch.cuda.is_available():
    raise SystemExit("torch.cuda.is_available() is False")
try:
    import triton

    version = triton.__version__
except ImportError:
    version = "not installed"
print(f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}, Triton {version}, {torch.cuda.get_device_name()}")
