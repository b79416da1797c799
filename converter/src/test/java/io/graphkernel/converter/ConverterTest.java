package io.graphkernel.converter;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.converter.model.NpyFile;
import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Converts a model, runs its jar in a process of its own, and calls it as a library. */
class ConverterTest {

    @TempDir
    static Path directory;

    private static Path model;
    private static Path jar;

    @BeforeAll
    static void convert() throws ConverterException, IOException {
        model = Files.write(
                directory.resolve("small-net.onnx"),
                ModelBytes.model(
                        ModelBytes.message()
                                .node("MatMul in::x weight -> product")
                                .node("Add product bias -> sum")
                                .node("Relu sum -> out")
                                .weight("weight", new long[] {2, 3}, 1, 2, 3, 4, 5, 6)
                                .weight("bias", new long[] {3}, -5, 0, 1)
                                .input("in::x", FLOAT, "batch", 2)
                                .output("out", FLOAT)
                                .output("sum", FLOAT),
                        13));
        Path config = Files.writeString(directory.resolve("akg.cfg"), "[graph_kernel_param]\nopt_level=2\n");
        Converter.convert(
                Conversion.parse(List.of(
                        "--fmk=ONNX",
                        "--modelFile=" + model,
                        "--outputFile=" + directory.resolve("small-net"),
                        "--configFile",
                        config.toString(),
                        "--optimize=general",
                        "--platforms=" + platform())),
                message -> {});
        jar = directory.resolve("small-net.jar");
    }

    /** This machine's alone: all five take five times as long. */
    private static String platform() {
        return org.bytedeco.javacpp.Loader.getPlatform();
    }

    private record Run(int code, String output) {}

    private static Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .directory(directory.toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        return new Run(process.waitFor(), output);
    }

    @Test
    void theJarRunsByItself() throws IOException, InterruptedException {
        try (TensorScope scope = TensorScope.open()) {
            NpyFile.write(directory.resolve("x.npy"), Tensor.of(new float[] {1, 1, 0.5f, -1}, 2, 2));
            Run run = run("--input", "x.npy", "--output", "sum=sum.npy");
            assertThat(run.code()).as(run.output()).isZero();
            assertThat(run.output()).contains("out Tensor f32[2, 3]");
            Tensor sum = NpyFile.read(directory.resolve("sum.npy"));
            assertThat(sum.dimensions()).containsExactly(2, 3);
            float[] expected = {0, 7, 10, -8.5f, -4, -3.5f};
            for (int i = 0; i < expected.length; i++) {
                assertThat(sum.toFloatArray()[i]).isCloseTo(expected[i], within(1e-5f));
            }
            Run wrong = run("--input", "sum.npy");
            assertThat(wrong.code()).isEqualTo(1);
            assertThat(wrong.output()).contains("[GK-", "in__x").doesNotContain("\tat ");
        }
    }

    @Test
    void whoMayReadOtherFilesMayReadTheJar() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView(PosixFileAttributeView.class));
        assertThat(Files.getPosixFilePermissions(jar)).isEqualTo(Files.getPosixFilePermissions(model));
    }

    @Test
    void theJarSaysWhatItTakes() throws IOException, InterruptedException {
        assertThat(run("--help").output())
                .contains("input  in__x  f32[batch, 2]", "output out  f32[batch, 3]", "models.SmallNetKernels.run");
        Run missing = run("--output", "out=y.npy");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.output())
                .contains("[GK-6482] input 'in__x' is not given", "fix: write --input in__x=file.npy");
        assertThat(run("--frobnicate").output()).contains("[GK-6482] there is no argument --frobnicate");
        Files.write(directory.resolve("none.npy"), new byte[] {1, 2, 3});
        assertThat(run("--input", "none.npy").output()).contains("[GK-6481]", "it begins with other bytes");
    }

    @Test
    void theJarIsALibrary() throws IOException, ReflectiveOperationException {
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ConverterTest.class.getClassLoader());
                TensorScope scope = TensorScope.open()) {
            Object results = loader.loadClass("models.SmallNetKernels")
                    .getMethod("run", Tensor.class)
                    .invoke(null, Tensor.of(new float[] {1, 1}, 1, 2));
            Tensor out = (Tensor) results.getClass().getMethod("out").invoke(results);
            assertThat(out.toFloatArray()).containsExactly(0, 7, 10);
        }
    }

    @Test
    void weightsAreStoredAndAligned() throws IOException {
        String name = "models/SmallNet" + ConstantFormat.SUFFIX;
        byte[] content;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
            content = zip.getInputStream(entry).readAllBytes();
            assertThat(zip.stream().map(ZipEntry::getName))
                    .contains(
                            "io/graphkernel/runtime/Tensor.class",
                            "io/graphkernel/converter/model/ModelMain.class",
                            "org/bytedeco/javacpp/Pointer.class")
                    .noneMatch(each -> each.startsWith("io/graphkernel/processor/"));
        }
        byte[] file = Files.readAllBytes(jar);
        int begin = -1;
        for (int i = 0; i <= file.length - content.length && begin < 0; i++) {
            if (file[i] == content[0] && Arrays.equals(file, i, i + content.length, content, 0, content.length)) {
                begin = i;
            }
        }
        assertThat(begin % ConstantFormat.ALIGNMENT).isZero();
        assertThat(directory.resolve("small-net-graph-kernel/report.html")).exists();
    }

    @Test
    void wrongFlagsAreMessages() {
        String file = "--modelFile=" + model;
        refused("[GK-2412] --fmk is not given", file, "--outputFile=x");
        refused("[GK-2411] --fmk cannot be 'TFLITE'", "--fmk=TFLITE", file, "--outputFile=x");
        refused("[GK-2412] --modelFile is not given", "--fmk=ONNX", "--outputFile=x");
        refused(
                "[GK-2411] --modelFile cannot be 'nowhere.onnx'",
                "--fmk=ONNX",
                "--modelFile=nowhere.onnx",
                "--outputFile=x");
        refused("[GK-2412] --outputFile is not given", "--fmk=ONNX", file);
        refused("[GK-2411] --optimize cannot be 'fast'", "--fmk=ONNX", file, "--outputFile=x", "--optimize=fast");
        refused("fix: did you mean --optimize?", "--fmk=ONNX", file, "--outputFile=x", "--optimise=none");
        refused("[GK-2411] --fmk cannot be 'ONNX'", "--fmk=ONNX", "--fmk=ONNX");
        refused("[GK-2411] --className cannot be 'a b'", "--fmk=ONNX", file, "--outputFile=x", "--className=a b");
        refused("[GK-2412] --modelFile is not given", "--fmk=ONNX", "--modelFile");
    }

    private static void refused(String message, String... flags) {
        assertThatThrownBy(() -> Conversion.parse(List.of(flags)))
                .isInstanceOf(ConverterException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatTheProcessorRefusesIsSaid() throws IOException, ConverterException {
        Path damaged = Files.write(directory.resolve("damaged.onnx"), new byte[] {1, 2, 3});
        Conversion conversion = Conversion.parse(List.of(
                "--fmk=ONNX",
                "--modelFile=" + damaged,
                "--outputFile=" + directory.resolve("damaged"),
                "--optimize=ascend_oriented:Ascend310P3"));
        assertThat(conversion.optimize()).isEqualTo(Conversion.Optimize.ASCEND_ORIENTED);
        assertThat(conversion.weights()).isEqualTo(Optional.empty());
        assertThatThrownBy(() -> Converter.convert(conversion, message -> {}))
                .isInstanceOf(ConverterException.class)
                .hasMessageContaining("[GK-2401] model 'damaged.onnx' cannot be read");
        assertThat(directory.resolve("damaged.jar")).doesNotExist();
    }

    @Test
    void dimsAreFixed() throws IOException, ConverterException {
        Conversion conversion = Conversion.parse(List.of(
                "--fmk=ONNX",
                "--modelFile=" + model,
                "--outputFile=" + directory.resolve("fixed"),
                "--inputShape=in::x:1,2",
                "--optimize=none",
                "--platforms=" + platform()));
        Converter.convert(conversion, message -> {});
        try (ZipFile zip = new ZipFile(directory.resolve("fixed.jar").toFile())) {
            String described = new String(zip.getInputStream(zip.getEntry("META-INF/graphkernel/model.properties"))
                    .readAllBytes());
            assertThat(described).contains("input.0=in__x f32[1, 2]", "output.0=out f32[1, 3]");
        }
    }

    @Test
    void changedModelsAreNoticed(@TempDir Path classes) throws IOException {
        Path manifest = Files.createDirectories(classes.resolve("META-INF/graphkernel/demo.Outer.Net"));
        Files.createDirectories(classes.resolve("demo"));
        Path type = Files.write(classes.resolve("demo/Outer$Net.class"), new byte[0]);
        Path source = Files.createDirectories(classes.resolve("sources"));
        Files.writeString(source.resolve("net.onnx"), "abc");
        Files.writeString(
                manifest.resolve("manifest.properties"),
                "model.file.0=net.onnx\nmodel.sha256.0=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n");
        assertThat(ChangedModels.remove(classes, List.of(source), message -> {}))
                .isEmpty();
        assertThat(type).exists();
        Files.writeString(source.resolve("net.onnx"), "abd");
        assertThat(ChangedModels.remove(classes, List.of(source), message -> {}))
                .containsExactly("demo.Outer.Net");
        assertThat(type).doesNotExist();
    }

    @Test
    void filesOfNumPyAreReadAsTheyAre() throws IOException {
        Path file = directory.resolve("bad.npy");
        NpyFile.write(file, Tensor.of(new long[] {1, 2, 3}, 3));
        try (Tensor read = NpyFile.read(file)) {
            assertThat(read.toLongArray()).containsExactly(1, 2, 3);
        }
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(cut.length() - 1);
        }
        assertThatThrownBy(() -> NpyFile.read(file))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("its elements are 23 bytes, not 24");
    }
}
