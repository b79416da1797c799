package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.download;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.upload;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.emulation.EmbeddedClang;
import io.graphkernel.processor.toolchain.NativeToolchain;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The functions of {@code Functions.c}, compiled by the embedded clang for the host and to PTX: both results are
 * bitwise equal, except that all NaNs are equivalent.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("emulated")
class CompiledKernelTest {
    private static final Path DIRECTORY = Path.of("target", "emulated-cuda").toAbsolutePath();
    private static final Pattern FUNCTION = Pattern.compile("^FUNCTION\\((\\w+), (\\w+),", Pattern.MULTILINE);
    private static final int COUNT = 5000;
    private static final int GROUPS = 5;
    private static final int OPERANDS = 3;

    /** Special cases of conversions, rounding and division. */
    private static final long[] SPECIAL = {
        0,
        1,
        -1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Double.doubleToRawLongBits(-0.0),
        Double.doubleToRawLongBits(1),
        Double.doubleToRawLongBits(0.5),
        Double.doubleToRawLongBits(Double.MIN_VALUE),
        Double.doubleToRawLongBits(Double.MAX_VALUE),
        Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
        Double.doubleToRawLongBits(Double.NaN),
        Float.floatToRawIntBits(1.5f),
        Float.floatToRawIntBits(-2.5f),
        Float.floatToRawIntBits(Float.MIN_VALUE),
        Float.floatToRawIntBits(Float.NEGATIVE_INFINITY),
        Float.floatToRawIntBits(Float.NaN),
        0x80000000L,
        0x7fffffffL,
        0x0000000080808080L
    };

    private record Kernel(String name, String type) {
        @Override
        public String toString() {
            return name;
        }
    }

    private final byte[][] operands = new byte[OPERANDS][];
    private Cuda cuda;
    private long module;

    @BeforeAll
    void build() throws Exception {
        Files.createDirectories(DIRECTORY);
        EmbeddedClang clang = EmbeddedClang.unpack();
        Path source = Files.writeString(DIRECTORY.resolve("functions.c"), source());
        Path library = DIRECTORY.resolve("functions.so");
        clang.buildLibrary(List.of(source), library);
        Loader.loadGlobal(library.toString());
        cuda = Cuda.open();
        module = load(new NativeToolchain(new NativeToolchain.Settings(DIRECTORY.resolve("cache"), Optional.empty()))
                .buildPtx("functions.cl", source(), PtxArchitecture.SM_70));
        Random random = new Random(7);
        for (int n = 0; n < OPERANDS; n++) {
            ByteBuffer values = Cuda.buffer(Long.BYTES * COUNT);
            for (int i = 0; i < COUNT; i++) {
                values.putLong(value(random, i));
            }
            operands[n] = values.array();
        }
    }

    /** Bit patterns: special numbers, halves of floats, doubles of moderate size, and random bits. */
    private static long value(Random random, int i) {
        float first = (float) Math.scalb(random.nextGaussian(), random.nextInt(40) - 20);
        float second = (float) Math.scalb(random.nextGaussian(), random.nextInt(40) - 20);
        return switch (i % 4) {
            case 0 -> SPECIAL[random.nextInt(SPECIAL.length)];
            case 1 ->
                (long) Float.floatToRawIntBits(first) << 32 | Integer.toUnsignedLong(Float.floatToRawIntBits(second));
            case 2 -> Double.doubleToRawLongBits(Math.scalb(random.nextGaussian(), random.nextInt(140) - 70));
            default -> random.nextLong() >>> random.nextInt(64);
        };
    }

    @AfterAll
    void close() {
        cuda.close();
    }

    private static String source() throws IOException {
        try (InputStream stream = Objects.requireNonNull(CompiledKernelTest.class.getResourceAsStream("Functions.c"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static List<Kernel> kernels() throws IOException {
        return FUNCTION.matcher(source())
                .results()
                .map((MatchResult match) -> new Kernel(match.group(1), match.group(2)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void compiledKernel_returnsTheBitsOfTheHost(Kernel kernel) {
        byte[] expected = onHost(kernel.name());
        byte[] actual = onDevice(kernel.name());
        ByteBuffer left = ByteBuffer.wrap(expected).order(Cuda.buffer(0).order());
        ByteBuffer right = ByteBuffer.wrap(actual).order(Cuda.buffer(0).order());
        for (int i = 0; i < COUNT; i++) {
            long bits = left.getLong(Long.BYTES * i);
            if (!isNan(kernel.type(), bits) || !isNan(kernel.type(), right.getLong(Long.BYTES * i))) {
                assertThat(Long.toHexString(right.getLong(Long.BYTES * i)))
                        .as("element %d", i)
                        .isEqualTo(Long.toHexString(bits));
            }
        }
    }

    private static boolean isNan(String type, long bits) {
        return switch (type) {
            case "float" -> Float.isNaN(Float.intBitsToFloat((int) bits));
            case "double" -> Double.isNaN(Double.longBitsToDouble(bits));
            default -> false;
        };
    }

    private byte[] onHost(String name) {
        byte[] result = new byte[Long.BYTES * COUNT];
        try (BytePointer output = new BytePointer(result.length);
                BytePointer a = new BytePointer(operands[0]);
                BytePointer b = new BytePointer(operands[1]);
                BytePointer c = new BytePointer(operands[2]);
                LongPointer slots =
                        new LongPointer(new long[] {output.address(), a.address(), b.address(), c.address(), COUNT})) {
            NativeBridge.launch(Loader.addressof(name).address(), slots.address(), 0, COUNT, 0);
            output.get(result);
        }
        return result;
    }

    private byte[] onDevice(String name) {
        long output = Cuda.allocate(Long.BYTES * COUNT);
        long[] slots = {output, upload(operands[0]), upload(operands[1]), upload(operands[2]), COUNT};
        check(launch(function(module, name), GROUPS, 256, 0, slots));
        byte[] result = download(output, Long.BYTES * COUNT).array();
        for (int i = 0; i <= OPERANDS; i++) {
            check(Cuda.call("cuMemFree_v2", slots[i]));
        }
        return result;
    }
}
