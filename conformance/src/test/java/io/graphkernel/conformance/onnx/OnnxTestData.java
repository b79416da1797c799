package io.graphkernel.conformance.onnx;

import io.graphkernel.processor.OncePerBuild;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxModelReader;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.processor.onnx.reader.TensorReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tests that others wrote for every implementation of the format: Debian's package {@code libonnx-testdata}, and an archive of
 * newer ones, of versions of the ops up to 28.
 */
public final class OnnxTestData {

    private static final String REQUIRED = "GRAPHKERNEL_REQUIRE_ONNX_TESTDATA";
    private static final Path INSTALLED =
            Path.of(System.getProperty("conformance.onnx", "/usr/share/libonnx-testdata/data"));

    /** Models with operands and results; those of {@code real} are without. */
    private static final List<String> KINDS = List.of("node", "simple", "pytorch-operator", "pytorch-converted");

    private static final Path NEWEST =
            Path.of(System.getProperty("conformance.onnx.newest", "../../shared/data/onnx-node-tests.tar.xz"));

    /** Directory of the unpacked archive. */
    private static final String NEWEST_FOLDER = "onnx-newest";

    private static final Path UNPACKED = Path.of("target", "tests", NEWEST_FOLDER);

    private static final String NEWEST_PREFIX = "newest/";

    /** Directory of our own tests, in the format of the others. */
    static final Path OWN = Path.of("target", "onnx-own");

    static final String OWN_PREFIX = "own/";

    private OnnxTestData() {}

    /**
     * One model with its operands and results.
     *
     * @param kind such as {@code node} or {@code newest/node}
     * @param directory where the files are
     */
    public record Case(String kind, Path directory) {

        /** Such as {@code node/test_abs}. */
        public String name() {
            return kind + "/" + directory.getFileName();
        }

        /** The model as its file has it. */
        public ParsedModel model() throws OnnxException {
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
            List<OnnxTensor> onnxTensors = new ArrayList<>(operands());
            onnxTensors.addAll(results());
            return onnxTensors;
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
        return Optional.of(cases("", INSTALLED));
    }

    /** Returns the newest tests by name; empty, after the reason has been printed, if their archive is not here. */
    public static synchronized Optional<List<Case>> findNewest() {
        if (!Files.exists(NEWEST)) {
            System.out.println("skipped: missing archive of the newest tests of the format, " + NEWEST);
            return Optional.empty();
        }
        try {
            OncePerBuild.at(NEWEST_FOLDER, directory -> {
                unpack(directory);
                return directory;
            });
        } catch (Exception e) {
            throw new AssertionError("the newest tests of the format cannot be unpacked", e);
        }
        return Optional.of(cases(NEWEST_PREFIX, UNPACKED));
    }

    /** Unpacks the archive, unless an earlier process has unpacked the same one. */
    private static void unpack(Path directory) throws IOException, InterruptedException {
        Path stamp = directory.resolve("stamp.txt");
        String archive = Files.size(NEWEST) + " " + Files.getLastModifiedTime(NEWEST);
        if (Files.exists(stamp) && Files.readString(stamp).equals(archive)) {
            return;
        }
        Process unpacking = new ProcessBuilder(
                        "tar",
                        "xJf",
                        NEWEST.toAbsolutePath().toString(),
                        "--strip-components=1",
                        "-C",
                        directory.toString())
                .inheritIO()
                .start();
        if (unpacking.waitFor() != 0) {
            throw new IOException("tar cannot unpack " + NEWEST);
        }
        Files.writeString(stamp, archive);
    }

    private static List<Case> cases(String prefix, Path root) {
        List<Case> cases = new ArrayList<>();
        for (String kind : KINDS) {
            Path tests = root.resolve(kind);
            if (!prefix.isEmpty() && !Files.isDirectory(tests)) {
                continue;
            }
            try (Stream<Path> directories = Files.list(tests)) {
                directories
                        .filter(directory -> Files.exists(directory.resolve("model.onnx")))
                        .sorted()
                        .forEach(directory -> cases.add(new Case(prefix + kind, directory)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return cases;
    }

    /** The test of a name. */
    static Case of(String name) {
        Path directory;
        if (name.startsWith(NEWEST_PREFIX)) {
            directory = UNPACKED.resolve(name.substring(NEWEST_PREFIX.length()));
        } else {
            directory = name.startsWith(OWN_PREFIX) ? OWN.resolve(name) : INSTALLED.resolve(name);
        }
        return new Case(name.substring(0, name.lastIndexOf('/')), directory);
    }
}
