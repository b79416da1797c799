package io.graphkernel.interop;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.Map;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.tensorflow.RawTensor;
import org.tensorflow.SparseTensor;
import org.tensorflow.TensorMapper;
import org.tensorflow.internal.c_api.TF_Tensor;
import org.tensorflow.internal.c_api.global.tensorflow;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.proto.DataType;
import org.tensorflow.types.TBfloat16;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat16;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TUint16;
import org.tensorflow.types.TUint8;
import org.tensorflow.types.family.TType;

/** Tensors over the memory of TensorFlow's tensors, and copies both ways. */
public final class TensorFlowTensors {
    private static final Adapter<DataType> ADAPTER = new Adapter<>(
            "TensorFlowTensors",
            Map.of(
                    DType.F32, DataType.DT_FLOAT,
                    DType.F64, DataType.DT_DOUBLE,
                    DType.F16, DataType.DT_HALF,
                    DType.BF16, DataType.DT_BFLOAT16,
                    DType.U8, DataType.DT_UINT8,
                    DType.U16, DataType.DT_UINT16,
                    DType.I32, DataType.DT_INT32,
                    DType.I64, DataType.DT_INT64,
                    DType.BOOL, DataType.DT_BOOL));

    private static final Adapter<Class<? extends TType>> TYPES = new Adapter<>(
            "TensorFlowTensors",
            Map.of(
                    DType.F32, TFloat32.class,
                    DType.F64, TFloat64.class,
                    DType.F16, TFloat16.class,
                    DType.BF16, TBfloat16.class,
                    DType.U8, TUint8.class,
                    DType.U16, TUint16.class,
                    DType.I32, TInt32.class,
                    DType.I64, TInt64.class,
                    DType.BOOL, TBool.class));

    private TensorFlowTensors() {}

    /**
     * Returns a tensor over the memory of a dense tensor, which is always row-major on the host. Nothing is copied. It
     * is read-only, since TensorFlow's tensors are immutable. The result has its own reference to the memory. The given
     * tensor, its session or its {@code PointerScope} may therefore be closed at any time, even while a kernel runs.
     * The memory is freed when the result is closed as well.
     *
     * <p>The given tensor must be open until this method returns.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the tensor is closed, sparse, or of a dtype that
     *     tensors do not have
     */
    public static Tensor wrap(org.tensorflow.Tensor tensor) {
        return share("wrap", tensor, true);
    }

    /**
     * Returns a new tensor on the default device with the elements of a dense tensor.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the tensor is closed, sparse, or of a dtype that
     *     tensors do not have
     */
    public static Tensor copy(org.tensorflow.Tensor tensor) {
        try (Tensor shared = share("copy", tensor, true)) {
            return shared.to(Device.defaultDevice());
        }
    }

    /**
     * Returns a new TensorFlow tensor with the dims and elements of a tensor on any device.
     *
     * @param type type of the dtype, such as {@code TFloat32.class} for f32
     */
    public static <T extends TType> T toTensorFlow(Tensor tensor, Class<T> type) {
        ADAPTER.requireGiven("toTensorFlow", "tensor", tensor);
        ADAPTER.requireGiven("toTensorFlow", "type", type);
        if (TYPES.theirs("toTensorFlow", tensor.dtype()) != type) {
            throw TYPES.kind(
                    "toTensorFlow",
                    "the type " + type.getSimpleName() + " for tensors of " + tensor.dtype(),
                    "no element is converted silently",
                    "pass " + TYPES.theirs("toTensorFlow", tensor.dtype()).getSimpleName() + ".class");
        }
        return create(type, Shape.of(tensor.dimensions()), tensor::copyTo);
    }

    /**
     * Returns a new TensorFlow tensor that a kernel writes. Nothing is copied.
     *
     * @param writer function that receives a tensor over the new memory, for example as a kernel's result argument, and
     *     must write all of it; the tensor is closed when the writer returns
     */
    public static <T extends TType> T create(Class<T> type, Shape shape, Consumer<Tensor> writer) {
        ADAPTER.requireGiven("create", "type", type);
        ADAPTER.requireGiven("create", "shape", shape);
        ADAPTER.requireGiven("create", "writer", writer);
        TYPES.ours("create", type);
        return org.tensorflow.Tensor.of(type, shape, memory -> {
            try (Tensor target = share("create", memory, false)) {
                writer.accept(target);
            }
        });
    }

    private static Tensor share(String method, org.tensorflow.Tensor tensor, boolean readOnly) {
        ADAPTER.requireGiven(method, "tensor", tensor);
        if (tensor.isSparse()) {
            throw ADAPTER.kind(
                    method,
                    "a sparse tensor",
                    "its elements are not contiguous",
                    "make it dense with tf.sparse.sparseToDense(…)");
        }
        RawTensor raw = tensor.asRawTensor();
        DType dtype = ADAPTER.ours(method, raw.dataType());
        long[] dims = raw.shape().asArray();
        long bytes = Adapter.byteCount(dtype, dims);
        TF_Tensor handle = Handles.retained(method, raw);
        long address = bytes == 0 ? 0 : tensorflow.TF_TensorData(handle).address();
        return Tensor.wrap(new HeldMemory(address, bytes, readOnly, handle::releaseReference), dtype, dims);
    }

    /** Exposes the handles of TensorFlow tensors, which are accessible to type mappers. */
    private static final class Handles extends TensorMapper<TType> {
        /** Returns the handle, with an additional reference; throws if it is closed. */
        static TF_Tensor retained(String method, RawTensor tensor) {
            TF_Tensor handle;
            try {
                handle = nativeHandle(tensor);
            } catch (IllegalStateException e) {
                throw ADAPTER.closed(method);
            }
            handle.retainReference();
            if (handle.isNull()) {
                throw ADAPTER.closed(method);
            }
            return handle;
        }

        @Override
        protected TType mapDense(RawTensor tensor) {
            throw new UnsupportedOperationException("for handles");
        }

        @Override
        protected SparseTensor<TType> mapSparse(TInt64 indices, TType values, TInt64 denseShape, PointerScope scope) {
            throw new UnsupportedOperationException("for handles");
        }
    }
}
