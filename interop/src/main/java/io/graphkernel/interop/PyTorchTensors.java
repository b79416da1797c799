package io.graphkernel.interop;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.LayoutOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Tensors over the memory of PyTorch's tensors, those of {@code org.bytedeco:pytorch}, and copies both ways.
 *
 * <p>Results need no copy either: create them with {@code torch.empty(…)}, wrap them, and pass them to the kernel as its
 * result argument.
 */
public final class PyTorchTensors {
    static final Adapter<ScalarType> ADAPTER = new Adapter<>(
            "PyTorchTensors",
            Map.ofEntries(
                    Map.entry(DType.F32, ScalarType.Float),
                    Map.entry(DType.F64, ScalarType.Double),
                    Map.entry(DType.F16, ScalarType.Half),
                    Map.entry(DType.BF16, ScalarType.BFloat16),
                    Map.entry(DType.F8E4M3, ScalarType.Float8_e4m3fn),
                    Map.entry(DType.F8E5M2, ScalarType.Float8_e5m2),
                    Map.entry(DType.I8, ScalarType.Char),
                    Map.entry(DType.U8, ScalarType.Byte),
                    Map.entry(DType.I16, ScalarType.Short),
                    Map.entry(DType.U16, ScalarType.UInt16),
                    Map.entry(DType.I32, ScalarType.Int),
                    Map.entry(DType.U32, ScalarType.UInt32),
                    Map.entry(DType.I64, ScalarType.Long),
                    Map.entry(DType.U64, ScalarType.UInt64),
                    Map.entry(DType.BOOL, ScalarType.Bool)));

    private PyTorchTensors() {}

    /**
     * Returns a tensor over the memory of a contiguous tensor on the CPU, of any rank up to 8. Nothing is copied:
     * writes are visible on both sides. The result has its own reference to the storage. The given tensor may therefore
     * be closed at any time, by hand or by a {@code PointerScope}, even while a kernel runs. The storage is freed when
     * the result is closed as well. From now on PyTorch rejects {@code resize_} of the storage, as it does after
     * Python's {@code numpy()}.
     *
     * <p>The given tensor must be open until this method returns.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the tensor is closed, undefined, strided, sparse
     *     or quantized, on another device, of a dtype that tensors do not have, or if it records gradients
     */
    public static Tensor wrap(org.bytedeco.pytorch.Tensor tensor) {
        ADAPTER.requireGiven("wrap", "tensor", tensor);
        try (PointerScope scope = new PointerScope()) {
            requireDense("wrap", tensor);
            if (!tensor.is_cpu()) {
                throw ADAPTER.onDevice(
                        "wrap",
                        tensor.device().str().getString(),
                        "share a copy on the host, PyTorchTensors.wrap(x.cpu()), or copy it with PyTorchTensors.copy(x)");
            }
            if (tensor.requires_grad()) {
                throw ADAPTER.kind(
                        "wrap",
                        "a tensor that records gradients",
                        "what a kernel reads or writes there is not recorded",
                        "PyTorchTensors.wrap(x.detach())");
            }
            if (tensor.is_neg()) {
                throw ADAPTER.kind(
                        "wrap",
                        "a tensor that is negated when it is read",
                        "its memory has the opposite numbers",
                        "PyTorchTensors.wrap(x.resolve_neg())");
            }
            ADAPTER.requireRowMajor(sizes(tensor), strides(tensor), "x.contiguous()");
            tensor.storage().unsafeGetStorageImpl().set_resizable(false);
            return share(tensor);
        }
    }

    /** As {@link #wrap}, for a tensor that may record gradients; a non-contiguous tensor is copied. */
    static Tensor wrapRows(org.bytedeco.pytorch.Tensor tensor) {
        ADAPTER.requireGiven("wrap", "tensor", tensor);
        try (PointerScope scope = new PointerScope()) {
            requireDense("wrap", tensor);
            return wrap(tensor.detach().resolve_neg().contiguous());
        }
    }

    /**
     * Returns a new tensor on the default device with the elements of a tensor of any layout, on any device, with or
     * without gradients.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the tensor is closed, undefined, sparse or
     *     quantized, or of a dtype that tensors do not have
     */
    public static Tensor copy(org.bytedeco.pytorch.Tensor tensor) {
        ADAPTER.requireGiven("copy", "tensor", tensor);
        try (PointerScope scope = new PointerScope()) {
            requireDense("copy", tensor);
            if (tensor.is_meta()) {
                throw ADAPTER.kind("copy", "a meta tensor", "it has no elements", "pass a tensor that has a value");
            }
            org.bytedeco.pytorch.Tensor rows =
                    tensor.detach().cpu().resolve_neg().contiguous();
            try (Tensor shared = share(rows)) {
                return shared.to(Device.defaultDevice());
            }
        }
    }

    /** Returns a new contiguous PyTorch tensor on the CPU with the dims and elements of a tensor on any device. */
    public static org.bytedeco.pytorch.Tensor toPyTorch(Tensor tensor) {
        ADAPTER.requireGiven("toPyTorch", "tensor", tensor);
        ScalarType dtype = ADAPTER.theirs("toPyTorch", tensor.dtype());
        org.bytedeco.pytorch.Tensor result = empty(tensor.dimensions(), dtype);
        try (Tensor target = share(result)) {
            tensor.copyTo(target);
        } catch (RuntimeException | Error failure) {
            result.close();
            throw failure;
        }
        return result;
    }

    /** Returns a new contiguous tensor on the CPU. */
    static org.bytedeco.pytorch.Tensor empty(long[] dims, ScalarType dtype) {
        try (ScalarTypeOptional type = new ScalarTypeOptional(dtype);
                LayoutOptional layout = new LayoutOptional(torch.Layout.Strided);
                org.bytedeco.pytorch.Device cpu = new org.bytedeco.pytorch.Device(torch.DeviceType.CPU);
                DeviceOptional device = new DeviceOptional(cpu);
                TensorOptions options =
                        new TensorOptions().dtype(type).layout(layout).device(device)) {
            return torch.empty(dims, options, null);
        }
    }

    private static void requireDense(String method, org.bytedeco.pytorch.Tensor tensor) {
        if (tensor.isNull()) {
            throw ADAPTER.closed(method);
        }
        if (!tensor.defined()) {
            throw ADAPTER.kind(method, "an undefined tensor", "it has no elements", "pass a tensor that has a value");
        }
        if (tensor._is_zerotensor()) {
            throw ADAPTER.kind(method, "a zero tensor without memory", "it has no elements", "pass torch.zeros(…)");
        }
        if (tensor.is_nested() || tensor.layout().intern() != torch.Layout.Strided) {
            throw ADAPTER.kind(
                    method,
                    tensor.is_nested()
                            ? "a nested tensor"
                            : "a tensor of the layout " + tensor.layout().intern(),
                    "its elements are not contiguous",
                    "PyTorchTensors." + method + "(x.to_dense())");
        }
        ADAPTER.ours(method, tensor.scalar_type().intern());
    }

    /** Returns a tensor over the memory of a contiguous PyTorch tensor, with its own reference to the storage. */
    private static Tensor share(org.bytedeco.pytorch.Tensor tensor) {
        try (PointerScope scope = new PointerScope()) {
            DType dtype = ADAPTER.ours("wrap", tensor.scalar_type().intern());
            long[] dims = sizes(tensor);
            org.bytedeco.pytorch.Tensor own = tensor.detach();
            Pointer elements = own.data_ptr(); // Empty tensors have the address null.
            long address = elements == null ? 0 : elements.address();
            own.retainReference(); // No scope closes it.
            return Tensor.wrap(
                    new HeldMemory(address, Adapter.byteCount(dtype, dims), false, own::releaseReference), dtype, dims);
        }
    }

    private static long[] sizes(org.bytedeco.pytorch.Tensor tensor) {
        return tensor.sizes().vec().get();
    }

    private static long[] strides(org.bytedeco.pytorch.Tensor tensor) {
        return tensor.strides().vec().get();
    }
}
