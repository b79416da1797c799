package io.graphkernel.converter;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.common.abi.ConstantFormat;
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
import org.junit.jupiter.api.Tag;
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
    @Tag("slow")
    void jar_runsAlone() throws IOException, InterruptedException {
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
    void jar_hasDefaultPermissions() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView(PosixFileAttributeView.class));
        assertThat(Files.getPosixFilePermissions(jar)).isEqualTo(Files.getPosixFilePermissions(model));
    }

    @Test
    @Tag("slow")
    void jar_printsUsage() throws IOException, InterruptedException {
        assertThat(run("--help").output())
                .contains("input  in__x  f32[batch, 2]", "output out  f32[batch, 3]", "models.SmallNetKernels.run");
        Run missing = run("--output", "out=y.npy");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.output())
                .contains(
                        "[GK-6482] invalid command line of a model: input 'in__x' is not given",
                        "fix: write --input in__x=file.npy");
        assertThat(run("--frobnicate").output())
                .contains("[GK-6482] invalid command line of a model: unknown argument --frobnicate");
        Files.write(directory.resolve("none.npy"), new byte[] {1, 2, 3});
        assertThat(run("--input", "none.npy").output()).contains("[GK-6481]", "it begins with other bytes");
    }

    @Test
    @Tag("slow")
    void jar_isALibrary() throws IOException, ReflectiveOperationException {
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
    void weights_areStoredAndAligned() throws IOException {
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
                    .noneMatch(packaged -> packaged.startsWith("io/graphkernel/processor/"));
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
    void wrongFlags_areMessages() {
        String file = "--modelFile=" + model;
        rejected("[GK-2412] missing converter flag: --fmk", file, "--outputFile=x");
        rejected("[GK-2411] invalid value of a converter flag: --fmk=TFLITE", "--fmk=TFLITE", file, "--outputFile=x");
        rejected("[GK-2412] missing converter flag: --modelFile", "--fmk=ONNX", "--outputFile=x");
        rejected(
                "[GK-2411] invalid value of a converter flag: --modelFile=nowhere.onnx",
                "--fmk=ONNX",
                "--modelFile=nowhere.onnx",
                "--outputFile=x");
        rejected("[GK-2412] missing converter flag: --outputFile", "--fmk=ONNX", file);
        rejected(
                "[GK-2411] invalid value of a converter flag: --optimize=fast",
                "--fmk=ONNX",
                file,
                "--outputFile=x",
                "--optimize=fast");
        rejected("fix: did you mean --optimize?", "--fmk=ONNX", file, "--outputFile=x", "--optimise=none");
        rejected("[GK-2411] invalid value of a converter flag: --fmk=ONNX", "--fmk=ONNX", "--fmk=ONNX");
        rejected(
                "[GK-2411] invalid value of a converter flag: --className=a b",
                "--fmk=ONNX",
                file,
                "--outputFile=x",
                "--className=a b");
        rejected("[GK-2412] missing converter flag: --modelFile", "--fmk=ONNX", "--modelFile");
    }

    private static void rejected(String message, String... flags) {
        assertThatThrownBy(() -> Conversion.parse(List.of(flags)))
                .isInstanceOf(ConverterException.class)
                .hasMessageContaining(message);
    }

    @Test
    void rejectedModel_isReported() throws IOException, ConverterException {
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
                .hasMessageContaining("[GK-2401] model cannot be read: 'damaged.onnx'");
        assertThat(directory.resolve("damaged.jar")).doesNotExist();
    }

    @Test
    @Tag("slow")
    void dims_areFixed() throws IOException, ConverterException {
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
    @Tag("slow")
    void inputValue_isAConstantOfTheModel() throws IOException, ConverterException {
        Path file = directory.resolve("scaled.onnx");
        Files.write(
                file,
                ModelBytes.model(
                        ModelBytes.message()
                                .node("Reshape x shape -> y")
                                .input("x", ModelBytes.FLOAT, 6)
                                .input("shape", ModelBytes.INT64, 2)
                                .output("y", ModelBytes.FLOAT),
                        13));
        Converter.convert(
                Conversion.parse(List.of(
                        "--fmk=ONNX",
                        "--modelFile=" + file,
                        "--outputFile=" + directory.resolve("scaled"),
                        "--inputValue=shape:2,3",
                        "--optimize=none",
                        "--platforms=" + platform())),
                message -> {});
        try (ZipFile zip = new ZipFile(directory.resolve("scaled.jar").toFile())) {
            String described = new String(zip.getInputStream(zip.getEntry("META-INF/graphkernel/model.properties"))
                    .readAllBytes());
            assertThat(described)
                    .contains("input.0=x f32[6]", "output.0=y f32[2, 3]")
                    .doesNotContain("input.1");
        }
        rejected(
                "[GK-2411] invalid value of a converter flag: --inputValue=a\"",
                "--fmk=ONNX",
                "--modelFile=" + file,
                "--outputFile=x",
                "--inputValue=a\"");
    }

    @Test
    void changedModels_areDetected(@TempDir Path classes) throws IOException {
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
    void filesOfNumPy_areReadAsTheyAre() throws IOException {
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
