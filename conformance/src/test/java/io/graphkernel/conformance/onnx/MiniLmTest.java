package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A language model of six layers, as it lies in the jar of a library, compiled with a program and compared with ONNX Runtime. The
 * jar is a dependency of the long profile alone.
 */
class MiniLmTest {

    private static final String MODEL = "all-minilm-l6-v2.onnx";
    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("minilm");
    private static final int WORDS = 30_000;
    private static final float TOLERANCE = 1e-5f;

    private static URLClassLoader loader;
    private static Class<?> kernels;

    @BeforeAll
    static void compile() throws IOException, ClassNotFoundException {
        assumeThat(MiniLmTest.class.getResource("/" + MODEL))
                .as("the jar of the model")
                .isNotNull();
        assertThat(KernelCompiler.compile(DIRECTORY, Map.of("demo/MiniLm", """
                                package demo;

                                import io.graphkernel.annotations.OnnxModel;

                                @OnnxModel("%s")
                                public interface MiniLm {}
                                """.formatted(MODEL)), "cpu"))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
        loader = new URLClassLoader(new URL[] {DIRECTORY.toUri().toURL()}, MiniLmTest.class.getClassLoader());
        kernels = loader.loadClass("demo.MiniLmKernels");
    }

    @AfterAll
    static void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
    }

    @Test
    void givesWhatOnnxRuntimeGives() throws Exception {
        try (InputStream in = MiniLmTest.class.getResourceAsStream("/" + MODEL);
                OrtEnvironment environment = OrtEnvironment.getEnvironment();
                OrtSession session = environment.createSession(in.readAllBytes())) {
            for (int[] dims : List.of(new int[] {1, 5}, new int[] {3, 16}, new int[] {2, 129})) {
                compare(environment, session, dims[0], dims[1]);
            }
        }
    }

    private static void compare(OrtEnvironment environment, OrtSession session, int batch, int length)
            throws OrtException, ReflectiveOperationException {
        Map<String, long[]> operands = new LinkedHashMap<>();
        operands.put("input_ids", new long[batch * length]);
        operands.put("attention_mask", new long[batch * length]);
        operands.put("token_type_ids", new long[batch * length]);
        for (int i = 0; i < batch * length; i++) {
            operands.get("input_ids")[i] = (i * 7919L + length) % WORDS;
            // The second sentence is shorter.
            operands.get("attention_mask")[i] = i / length == 1 && i % length > length / 2 ? 0 : 1;
        }
        List<float[]> expected = peer(environment, session, operands, batch, length);
        try (TensorScope scope = TensorScope.open()) {
            Object[] tensors = session.getInputNames().stream()
                    .map(name -> Tensor.of(operands.get(name), batch, length))
                    .toArray();
            Object returned = kernels.getMethod("run", Tensor.class, Tensor.class, Tensor.class)
                    .invoke(null, tensors);
            Tensor[] results = returned instanceof Record several
                    ? Parameters.of(several).values().toArray(Tensor[]::new)
                    : new Tensor[] {(Tensor) returned};
            assertThat(results).hasSameSizeAs(expected);
            assertThat(results[0].dimensions()).containsExactly(batch, length, 384);
            for (int result = 0; result < results.length; result++) {
                float[] actual = results[result].toFloatArray();
                float[] wanted = expected.get(result);
                assertThat(actual).hasSameSizeAs(wanted);
                for (int i = 0; i < wanted.length; i++) {
                    assertThat(actual[i])
                            .as("[%d, %d], result %d, element %d", batch, length, result, i)
                            .isCloseTo(wanted[i], within(TOLERANCE));
                }
            }
        }
    }

    private static List<float[]> peer(
            OrtEnvironment environment, OrtSession session, Map<String, long[]> operands, int batch, int length)
            throws OrtException {
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        try {
            for (String name : session.getInputNames()) {
                inputs.put(name, OnnxTensor.createTensor(environment, LongBuffer.wrap(operands.get(name)), new long[] {
                    batch, length
                }));
            }
            try (OrtSession.Result result = session.run(inputs)) {
                List<float[]> outputs = new ArrayList<>();
                for (int i = 0; i < result.size(); i++) {
                    FloatBuffer states = ((OnnxTensor) result.get(i)).getFloatBuffer();
                    float[] elements = new float[states.remaining()];
                    states.get(elements);
                    outputs.add(elements);
                }
                return outputs;
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }
}
