package io.graphkernel.conformance.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import io.graphkernel.conformance.Tensors;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A model of one node in ONNX Runtime. */
public final class OnnxRuntime implements AutoCloseable {

    private static final OrtEnvironment ENVIRONMENT =
            OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "conformance");

    private final OnnxNode node;
    private final OrtSession session;

    /**
     * Loads a model.
     *
     * @param node its node
     * @param dtypes the dtypes of its inputs, without the constants
     * @throws OrtException if the peer has no kernel for these dtypes
     */
    public OnnxRuntime(OnnxNode node, List<DType> dtypes) throws OrtException {
        this.node = node;
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = ENVIRONMENT.createSession(node.model(dtypes), options);
        }
    }

    /** The outputs for some operands. */
    public List<NdArray> run(NdArray... operands) throws OrtException {
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        try {
            for (int i = 0; i < operands.length; i++) {
                inputs.put("input" + i, tensor(operands[i]));
            }
            try (OrtSession.Result result = session.run(inputs)) {
                List<NdArray> outputs = new ArrayList<>();
                for (int i = 0; i < node.outputs(); i++) {
                    outputs.add(array((OnnxTensor) result.get(i)));
                }
                return outputs;
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }

    private static OnnxTensor tensor(NdArray array) throws OrtException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(
                        array.elements().length * array.dtype().bytes())
                .order(ByteOrder.nativeOrder());
        bytes.put(Tensors.bytes(array)).flip();
        long[] dims = Arrays.stream(array.dims()).asLongStream().toArray();
        return OnnxTensor.createTensor(ENVIRONMENT, bytes, dims, javaType(array.dtype()));
    }

    private static NdArray array(OnnxTensor tensor) {
        int[] dims = Arrays.stream(tensor.getInfo().getShape())
                .mapToInt(Math::toIntExact)
                .toArray();
        ByteBuffer buffer = tensor.getByteBuffer();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return Tensors.array(dtype(tensor.getInfo().type), dims, bytes);
    }

    private static OnnxJavaType javaType(DType dtype) {
        return switch (dtype) {
            case F32 -> OnnxJavaType.FLOAT;
            case F64 -> OnnxJavaType.DOUBLE;
            case F16 -> OnnxJavaType.FLOAT16;
            case BF16 -> OnnxJavaType.BFLOAT16;
            case I8 -> OnnxJavaType.INT8;
            case U8 -> OnnxJavaType.UINT8;
            case I16 -> OnnxJavaType.INT16;
            case U16, U32, U64, F8E4M3, F8E5M2 ->
                throw new IllegalArgumentException("the binding has no type for " + dtype);
            case I32 -> OnnxJavaType.INT32;
            case I64 -> OnnxJavaType.INT64;
            case BOOL -> OnnxJavaType.BOOL;
        };
    }

    private static DType dtype(OnnxJavaType type) {
        return Stream.of(DType.values())
                .filter(dtype -> dtype == DType.U8 || !dtype.isUnsigned() && !dtype.isStorageOnly())
                .filter(dtype -> javaType(dtype) == type)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no dtype for " + type));
    }
}
