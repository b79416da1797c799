package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** A model that is compiled with a program, next to a session of ONNX Runtime with the same file. */
final class ModelPair implements AutoCloseable {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("models");

    /**
     * An operand.
     *
     * @param elements {@code long[]} or {@code float[]}
     */
    record Operand(Object elements, long... dims) {}

    private final URLClassLoader loader;
    private final Method run;
    private final OrtEnvironment environment =
            OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "models");
    private final OrtSession session;

    /**
     * Compiles a model and opens a session.
     *
     * @param name of the interface
     * @param file as the annotation names it
     * @param options further ones of javac, such as where the file is
     * @param model its bytes
     */
    ModelPair(String name, String file, List<String> options, byte[] model)
            throws IOException, OrtException, ReflectiveOperationException {
        assertThat(compile(name, file, options)).noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
        loader = new URLClassLoader(
                new URL[] {DIRECTORY.resolve(name).toUri().toURL()}, ModelPair.class.getClassLoader());
        session = environment.createSession(model);
        Class<?>[] parameters = new Class<?>[session.getInputNames().size()];
        Arrays.fill(parameters, Tensor.class);
        run = loader.loadClass("demo." + name + "Kernels").getMethod("run", parameters);
    }

    /** Compiles an interface for a model. */
    static List<Diagnostic<? extends JavaFileObject>> compile(String name, String file, List<String> options) {
        return KernelCompiler.compile(
                DIRECTORY.resolve(name), Map.of("demo/" + name, """
                    package demo;

                    import io.graphkernel.annotations.OnnxModel;

                    @OnnxModel("%s")
                    public interface %s {}
                    """.formatted(file, name)), "cpu", options);
    }

    /** What the compiled model gives. */
    List<float[]> actual(List<Operand> operands) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Object[] tensors = operands.stream().map(ModelPair::tensor).toArray();
            Object returned = run.invoke(null, tensors);
            Tensor[] results = returned instanceof Record several
                    ? Parameters.of(several).values().toArray(Tensor[]::new)
                    : new Tensor[] {(Tensor) returned};
            return Arrays.stream(results).map(Tensor::toFloatArray).toList();
        }
    }

    private static Tensor tensor(Operand operand) {
        return operand.elements() instanceof long[] numbers
                ? Tensor.of(numbers, operand.dims())
                : Tensor.of((float[]) operand.elements(), operand.dims());
    }

    /** What ONNX Runtime gives. */
    List<float[]> expected(List<Operand> operands) throws OrtException {
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        try {
            for (String name : session.getInputNames()) {
                Operand operand = operands.get(inputs.size());
                inputs.put(
                        name,
                        operand.elements() instanceof long[] numbers
                                ? OnnxTensor.createTensor(environment, LongBuffer.wrap(numbers), operand.dims())
                                : OnnxTensor.createTensor(
                                        environment, FloatBuffer.wrap((float[]) operand.elements()), operand.dims()));
            }
            try (OrtSession.Result result = session.run(inputs)) {
                List<float[]> outputs = new ArrayList<>();
                for (int i = 0; i < result.size(); i++) {
                    FloatBuffer elements = ((OnnxTensor) result.get(i)).getFloatBuffer();
                    float[] copy = new float[elements.remaining()];
                    elements.get(copy);
                    outputs.add(copy);
                }
                return outputs;
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    /**
     * Fails unless both give the same.
     *
     * @param tolerance relative to the greatest element of a result
     */
    void compare(List<Operand> operands, double tolerance) throws OrtException, ReflectiveOperationException {
        List<float[]> expected = expected(operands);
        List<float[]> actual = actual(operands);
        assertThat(actual).hasSameSizeAs(expected);
        for (int result = 0; result < expected.size(); result++) {
            float[] wanted = expected.get(result);
            float[] given = actual.get(result);
            assertThat(given).hasSameSizeAs(wanted);
            double greatest = 0;
            double worst = 0;
            for (int i = 0; i < wanted.length; i++) {
                greatest = Math.max(greatest, Math.abs(wanted[i]));
                double distance = Math.abs(wanted[i] - given[i]);
                worst = distance <= worst ? worst : distance;
            }
            assertThat(worst)
                    .as("the greatest difference of result %d, whose elements go to %f", result, greatest)
                    .isLessThanOrEqualTo(tolerance * Math.max(1, greatest));
        }
    }

    @Override
    public void close() throws OrtException, IOException {
        session.close();
        loader.close();
    }
}
