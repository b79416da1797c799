package io.graphkernel.conformance.onnx;

import io.graphkernel.processor.onnx.OnnxException;
import io.graphkernel.processor.onnx.OnnxModel;
import io.graphkernel.processor.onnx.OnnxModelReader;
import io.graphkernel.processor.onnx.OnnxTensor;
import io.graphkernel.processor.onnx.TensorReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tests that others wrote for every implementation of the format: Debian's package {@code libonnx-testdata}. */
public final class OnnxTestData {

    private static final String REQUIRED = "GRAPHKERNEL_REQUIRE_ONNX_TESTDATA";
    private static final Path INSTALLED =
            Path.of(System.getProperty("conformance.onnx", "/usr/share/libonnx-testdata/data"));

    /** Models with operands and results; those of {@code real} are without. */
    private static final List<String> KINDS = List.of("node", "simple", "pytorch-operator", "pytorch-converted");

    private OnnxTestData() {}

    /**
     * One model with its operands and results.
     *
     * @param kind such as {@code node}
     * @param directory where the files are
     */
    public record Case(String kind, Path directory) {

        /** Such as {@code node/test_abs}. */
        public String name() {
            return kind + "/" + directory.getFileName();
        }

        /** The model as its file has it. */
        public OnnxModel model() throws OnnxException {
            return OnnxModelReader.read(bytes(directory.resolve("model.onnx")));
        }

        /** The operands that the file has inputs for, in their order. */
        public List<OnnxTensor> operands() throws OnnxException {
            return tensors("input_");
        }

        /** The results that are right. */
        public List<OnnxTensor> results() throws OnnxException {
            return tensors("output_");
        }

        /** Operands and results. */
        List<OnnxTensor> all() throws OnnxException {
            List<OnnxTensor> all = new ArrayList<>(operands());
            all.addAll(results());
            return all;
        }

        private List<OnnxTensor> tensors(String prefix) throws OnnxException {
            List<OnnxTensor> tensors = new ArrayList<>();
            for (int i = 0; ; i++) {
                Path file = directory.resolve("test_data_set_0").resolve(prefix + i + ".pb");
                if (!Files.exists(file)) {
                    return tensors;
                }
                tensors.add(TensorReader.read(bytes(file)));
            }
        }
    }

    private static ByteBuffer bytes(Path file) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All tests by name; empty, after the reason has been printed, if they are not installed and need not be. */
    public static Optional<List<Case>> find() {
        if (!Files.isDirectory(INSTALLED)) {
            String problem = "no tests of the format in " + INSTALLED + ": install libonnx-testdata";
            if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
                throw new AssertionError(problem);
            }
            System.out.println("skipped: " + problem);
            return Optional.empty();
        }
        List<Case> cases = new ArrayList<>();
        for (String kind : KINDS) {
            try (Stream<Path> directories = Files.list(INSTALLED.resolve(kind))) {
                directories
                        .filter(directory -> Files.exists(directory.resolve("model.onnx")))
                        .sorted()
                        .forEach(directory -> cases.add(new Case(kind, directory)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Optional.of(cases);
    }

    /** The test of a name. */
    static Case of(String name) {
        return new Case(name.substring(0, name.indexOf('/')), INSTALLED.resolve(name));
    }
}
