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
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** A model that is compiled with a program, and a session of ONNX Runtime with the same file. */
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
    /** Inputs whose values the annotation says: they are not parameters. */
    private final Set<String> known;

    /**
     * Compiles a model and opens a session.
     *
     * @param name name of the interface
     * @param file file name in the annotation
     * @param options further javac options, such as the source path
     * @param model bytes of the model
     */
    ModelPair(String name, String file, List<String> options, byte[] model)
            throws IOException, OrtException, ReflectiveOperationException {
        this(name, file, "", Set.of(), options, model);
    }

    /**
     * Compiles a model and opens a session.
     *
     * @param name name of the interface
     * @param file file name in the annotation
     * @param further further elements of the annotation, after a comma
     * @param known inputs with declared values
     * @param options further javac options, such as the source path
     * @param model bytes of the model
     */
    ModelPair(String name, String file, String further, Set<String> known, List<String> options, byte[] model)
            throws IOException, OrtException, ReflectiveOperationException {
        this.known = known;
        assertThat(compile(name, file, further, options))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
        loader = new URLClassLoader(
                new URL[] {DIRECTORY.resolve(name).toUri().toURL()}, ModelPair.class.getClassLoader());
        session = environment.createSession(model);
        Class<?>[] parameters = new Class<?>[session.getInputNames().size() - known.size()];
        Arrays.fill(parameters, Tensor.class);
        run = loader.loadClass("demo." + name + "Kernels").getMethod("run", parameters);
    }

    /** Compiles an interface for a model. */
    static List<Diagnostic<? extends JavaFileObject>> compile(String name, String file, List<String> options) {
        return compile(name, file, "", options);
    }

    private static List<Diagnostic<? extends JavaFileObject>> compile(
            String name, String file, String further, List<String> options) {
        return KernelCompiler.compile(
                DIRECTORY.resolve(name), Map.of("demo/" + name, """
                    package demo;

                    import io.graphkernel.annotations.OnnxModel;

                    @OnnxModel(value = "%s"%s)
                    public interface %s {}
                    """.formatted(file, further, name)), "cpu", options);
    }

    /** Returns the results of the compiled model. */
    List<float[]> actual(List<Operand> operands) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            List<Object> tensors = new ArrayList<>();
            int operand = 0;
            for (String name : session.getInputNames()) {
                if (!known.contains(name)) {
                    tensors.add(tensor(operands.get(operand)));
                }
                operand++;
            }
            Object returned = run.invoke(null, tensors.toArray());
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

    /** Returns the results of ONNX Runtime. */
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
