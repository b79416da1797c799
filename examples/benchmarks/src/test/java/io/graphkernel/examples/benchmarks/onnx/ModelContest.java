package io.graphkernel.examples.benchmarks.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A compiled model and a session of ONNX Runtime with the same operands, which both have as they want them. */
final class ModelContest implements AutoCloseable {

    private static final int WORDS = 30_000;

    private final Method method;
    private final OrtSession session;
    private final Tensor[] tensors;
    private final Map<String, OnnxTensor> inputs = new LinkedHashMap<>();

    /** Operands of some dims. */
    ModelContest(Method method, OrtSession session, Model model, long[] dims) throws OrtException {
        this.method = method;
        this.session = session;
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        Random random = new Random(count);
        List<Tensor> created = new ArrayList<>();
        for (String name : session.getInputNames()) {
            if (model.isText()) {
                long[] elements = new long[count];
                for (int i = 0; i < count; i++) {
                    elements[i] =
                            name.equals("input_ids") ? random.nextInt(WORDS) : name.equals("attention_mask") ? 1 : 0;
                }
                inputs.put(name, OnnxTensor.createTensor(environment(), LongBuffer.wrap(elements), dims));
                created.add(Tensor.of(elements, dims));
            } else {
                float[] elements = new float[count];
                for (int i = 0; i < count; i++) {
                    elements[i] = 2 * random.nextFloat() - 1;
                }
                inputs.put(name, OnnxTensor.createTensor(environment(), FloatBuffer.wrap(elements), dims));
                created.add(Tensor.of(elements, dims));
            }
        }
        tensors = created.toArray(Tensor[]::new);
    }

    static OrtEnvironment environment() {
        return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "benchmark");
    }

    /** A session with all of its optimizations, and as many threads as we have. */
    static OrtSession session(byte[] model, int threads) throws OrtException {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(1);
            return environment().createSession(model, options);
        }
    }

    /** Computes all results, which are discarded. */
    void ours() {
        try (TensorScope scope = TensorScope.open()) {
            call();
        }
    }

    private Tensor[] call() {
        try {
            Object returned = method.invoke(null, (Object[]) tensors);
            return returned instanceof Record several
                    ? Parameters.of(several).values().toArray(Tensor[]::new)
                    : new Tensor[] {(Tensor) returned};
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As {@link #ours()}. */
    void theirs() {
        try (OrtSession.Result result = session.run(inputs)) {
            // They are computed.
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The greatest difference of any element, over the greatest element of its result. */
    double difference() throws OrtException {
        double greatest = 0;
        try (TensorScope scope = TensorScope.open();
                OrtSession.Result result = session.run(inputs)) {
            Tensor[] given = call();
            for (int i = 0; i < given.length; i++) {
                float[] actual = given[i].toFloatArray();
                FloatBuffer expected = ((OnnxTensor) result.get(i)).getFloatBuffer();
                double size = 0;
                double apart = 0;
                for (int element = 0; element < actual.length; element++) {
                    size = Math.max(size, Math.abs(expected.get(element)));
                    apart = Math.max(apart, Math.abs(actual[element] - expected.get(element)));
                }
                greatest = Math.max(greatest, apart / Math.max(1, size));
            }
        }
        return greatest;
    }

    @Override
    public void close() {
        inputs.values().forEach(OnnxTensor::close);
        for (Tensor tensor : tensors) {
            tensor.close();
        }
    }
}
