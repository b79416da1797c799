package io.graphkernel.conformance.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import io.graphkernel.processor.onnx.ModelBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A model with operands and results, written in the form of the format's own tests. */
final class OwnModel {

    static final int FLOAT = 1;
    static final int UINT8 = 2;
    static final int INT8 = 3;
    static final int INT32 = 6;
    static final int INT64 = 7;
    static final int BOOL = 9;

    private final String name;
    private final long opset;
    private final ModelBytes graph = ModelBytes.message();
    private final List<ModelBytes> operands = new ArrayList<>();
    private final List<ModelBytes> results = new ArrayList<>();
    private final List<Operand> values = new ArrayList<>();
    private final Map<String, Integer> solved = new LinkedHashMap<>();

    /** An operand for ONNX Runtime. */
    private record Operand(String name, int type, byte[] elements, long[] dims) {}

    OwnModel(String name, long opset) {
        this.name = name;
        this.opset = opset;
    }

    String name() {
        return OnnxTestData.OWN_PREFIX + name;
    }

    OwnModel node(String text, ModelBytes... attributes) {
        graph.node(text, attributes);
        return this;
    }

    /** An input with fixed dims. */
    OwnModel input(String input, int type, long[] dims, double... elements) {
        Object[] axes = new Object[dims.length];
        for (int i = 0; i < dims.length; i++) {
            axes[i] = dims[i];
        }
        return open(input, type, axes, dims, elements);
    }

    /** An input whose dims may be names of sizes that the call gives. */
    OwnModel open(String input, int type, Object[] axes, long[] dims, double... elements) {
        graph.input(input, type, axes);
        values.add(new Operand(input, type, bytes(type, elements), dims));
        operands.add(ModelBytes.tensor(input, type, bytes(type, elements), dims));
        return this;
    }

    OwnModel weight(String weight, int type, long[] dims, double... elements) {
        graph.message(5, ModelBytes.tensor(weight, type, bytes(type, elements), dims));
        return this;
    }

    OwnModel output(String output, int type, long[] dims, double... elements) {
        graph.output(output, type);
        results.add(ModelBytes.tensor(output, type, bytes(type, elements), dims));
        return this;
    }

    static long[] dims(long... dims) {
        return dims;
    }

    private static byte[] bytes(int type, double... elements) {
        ByteBuffer bytes = ByteBuffer.allocate(elements.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (double element : elements) {
            switch (type) {
                case FLOAT -> bytes.putFloat((float) element);
                case INT32 -> bytes.putInt((int) element);
                case INT64 -> bytes.putLong((long) element);
                default -> bytes.put((byte) (long) element);
            }
        }
        byte[] written = new byte[bytes.position()];
        bytes.flip().get(written);
        return written;
    }

    /** An output whose elements ONNX Runtime computes. */
    OwnModel solved(String output, int type) {
        graph.output(output, type);
        solved.put(output, type);
        return this;
    }

    /** Computes the results of all outputs, which are {@link #solved}. */
    OwnModel solve() throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "own");
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        try (OrtSession session = environment.createSession(ModelBytes.model(graph, opset), new SessionOptions())) {
            for (Operand operand : values) {
                ByteBuffer data = ByteBuffer.allocateDirect(operand.elements().length)
                        .order(ByteOrder.nativeOrder())
                        .put(operand.elements())
                        .flip();
                inputs.put(
                        operand.name(),
                        OnnxTensor.createTensor(environment, data, operand.dims(), javaType(operand.type())));
            }
            try (OrtSession.Result outputs = session.run(inputs)) {
                for (Map.Entry<String, Integer> output : solved.entrySet()) {
                    String name = output.getKey();
                    OnnxTensor tensor = (OnnxTensor) outputs.get(name).orElseThrow();
                    ByteBuffer data = tensor.getByteBuffer();
                    byte[] elements = new byte[data.remaining()];
                    data.get(elements);
                    results.add(ModelBytes.tensor(
                            name, output.getValue(), elements, tensor.getInfo().getShape()));
                }
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
        return this;
    }

    private static OnnxJavaType javaType(int type) {
        return switch (type) {
            case FLOAT -> OnnxJavaType.FLOAT;
            case INT32 -> OnnxJavaType.INT32;
            case INT64 -> OnnxJavaType.INT64;
            case BOOL -> OnnxJavaType.BOOL;
            case UINT8 -> OnnxJavaType.UINT8;
            case INT8 -> OnnxJavaType.INT8;
            default -> throw new IllegalArgumentException("no operands of type " + type);
        };
    }

    /** Writes the files. */
    OnnxTestData.Case write() throws IOException {
        Path directory = OnnxTestData.OWN.resolve(name());
        Path data = Files.createDirectories(directory.resolve("test_data_set_0"));
        Files.write(directory.resolve("model.onnx"), ModelBytes.model(graph, opset));
        for (int i = 0; i < operands.size(); i++) {
            Files.write(data.resolve("input_" + i + ".pb"), operands.get(i).toBytes());
        }
        for (int i = 0; i < results.size(); i++) {
            Files.write(data.resolve("output_" + i + ".pb"), results.get(i).toBytes());
        }
        return new OnnxTestData.Case("own", directory);
    }
}
