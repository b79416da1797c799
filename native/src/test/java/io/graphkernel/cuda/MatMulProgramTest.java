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
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in matmul programs with any strides, addresses and tiles, compared with sums in {@code double}. */
@Tag("emulated")
@Tag("sampled")
class MatMulProgramTest {
    private static final int BATCHES = 2;

    /** Around the sizes of fragments, slices and tiles. */
    private static final List<int[]> SIZES = List.of(
            new int[] {65, 72, 33},
            new int[] {16, 136, 64},
            new int[] {1, 1, 1},
            new int[] {16, 8, 16},
            new int[] {80, 136, 96},
            new int[] {130, 19, 200});

    /** Dtypes of products on tensor cores. */
    enum Element {
        F16(2, 2, 0x1p-11),
        BF16(2, 2, 0x1p-8),
        I8(1, 4, 0);

        final int bytes;
        final int resultBytes;
        /** Relative error of the nearest number. */
        final double rounding;

        Element(int bytes, int resultBytes, double rounding) {
            this.bytes = bytes;
            this.resultBytes = resultBytes;
            this.rounding = rounding;
        }

        /** Stores a small integer. */
        void put(ByteBuffer memory, int index, int value) {
            int bits = Float.floatToRawIntBits(value);
            int half = value == 0
                    ? 0
                    : bits >>> 16 & 0x8000 | Math.getExponent((float) value) + 15 << 10 | bits >>> 13 & 0x3ff;
            switch (this) {
                case I8 -> memory.put(index, (byte) value);
                case BF16 -> memory.putShort(2 * index, (short) (bits >>> 16));
                case F16 -> memory.putShort(2 * index, (short) half);
            }
        }

        double result(ByteBuffer memory, int index) {
            return switch (this) {
                case I8 -> memory.getInt(4 * index);
                case BF16 -> Float.intBitsToFloat(memory.getShort(2 * index) << 16);
                case F16 -> half(memory.getShort(2 * index) & 0xffff);
            };
        }

        private static double half(int bits) {
            int exponent = bits >>> 10 & 31;
            double fraction = (bits & 0x3ff) / 1024.0;
            double magnitude = exponent == 0 ? Math.scalb(fraction, -14) : Math.scalb(1 + fraction, exponent - 15);
            return (bits & 0x8000) == 0 ? magnitude : -magnitude;
        }

        String program(Optional<PtxArchitecture> variant) throws IOException {
            String stem = "matmul_" + name().toLowerCase(Locale.ROOT);
            String name = variant.orElse(PtxArchitecture.SM_70).fileName(stem);
            try (InputStream text = NativeBridge.class.getResourceAsStream(name)) {
                return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    /**
     * A batch of matmuls.
     *
     * @param strides of the rows and columns of a, and of those of b
     * @param offset offset of both operands in elements
     */
    private record Case(int m, int n, int k, int[] strides, int offset) {
        int aSize() {
            return (m - 1) * strides[0] + (k - 1) * strides[1] + 1;
        }

        int bSize() {
            return (k - 1) * strides[2] + (n - 1) * strides[3] + 1;
        }

        /** Batches start at multiples of 16 bytes. */
        static int aligned(int size) {
            return (size + 15) / 16 * 16;
        }
    }

    private final Random random = new Random(3);
    private long capability = -1;
    private Cuda cuda;

    private void open(int deviceCapability) {
        capability = EmulatedCuda.set(EmulatedCuda.Setting.CAPABILITY, deviceCapability);
        cuda = Cuda.open();
    }

    @AfterEach
    void close() {
        cuda.close();
        EmulatedCuda.set(EmulatedCuda.Setting.CAPABILITY, capability);
    }

    /** Returns the results of a case with one tile size. */
    private ByteBuffer run(Element element, long module, int tile, Case sizes, byte[] a, byte[] b) {
        int results = BATCHES * sizes.m * sizes.n;
        long left = upload(a);
        long right = upload(b);
        long result = upload(new byte[Math.max(1, results * element.resultBytes)]);
        long[] slots = new long[64];
        long[] used = {
            left + (long) sizes.offset * element.bytes,
            right + (long) sizes.offset * element.bytes,
            result,
            0,
            0,
            sizes.m,
            sizes.n,
            sizes.k,
            sizes.strides[0],
            sizes.strides[1],
            sizes.strides[2],
            sizes.strides[3],
            BATCHES,
            1,
            BATCHES,
            Case.aligned(sizes.aSize()),
            Case.aligned(sizes.bSize())
        };
        System.arraycopy(used, 0, slots, 0, used.length);
        check(launch(function(module, "gk_matmul_" + tile), 3, 256, 0, slots));
        ByteBuffer after = download(result, results * element.resultBytes);
        for (long address : new long[] {left, right, result}) {
            check(Cuda.call("cuMemFree_v2", address));
        }
        return after;
    }

    /** Compares each element with the sum of products of small integers, which is exact, for both tile sizes. */
    private void checkSums(Element element, long module, Case sizes) {
        int aLength = sizes.offset + BATCHES * Case.aligned(sizes.aSize());
        int bLength = sizes.offset + BATCHES * Case.aligned(sizes.bSize());
        int[] a = random.ints(aLength, -16, 17).toArray();
        int[] b = random.ints(bLength, -16, 17).toArray();
        ByteBuffer left = Cuda.buffer(aLength * element.bytes);
        ByteBuffer right = Cuda.buffer(bLength * element.bytes);
        for (int i = 0; i < aLength; i++) {
            element.put(left, i, a[i]);
        }
        for (int i = 0; i < bLength; i++) {
            element.put(right, i, b[i]);
        }
        ByteBuffer small = run(element, module, 64, sizes, left.array(), right.array());
        assertThat(run(element, module, 128, sizes, left.array(), right.array()))
                .isEqualTo(small);
        for (int i = 0; i < BATCHES * sizes.m * sizes.n; i++) {
            int batch = i / (sizes.m * sizes.n);
            int aAt = sizes.offset + batch * Case.aligned(sizes.aSize()) + i / sizes.n % sizes.m * sizes.strides[0];
            int bAt = sizes.offset + batch * Case.aligned(sizes.bSize()) + i % sizes.n * sizes.strides[3];
            double expected = 0;
            for (int k = 0; k < sizes.k; k++) {
                expected += a[aAt + k * sizes.strides[1]] * b[bAt + k * sizes.strides[2]];
            }
            double difference = Math.abs(element.result(small, i) - expected);
            if (!(difference <= element.rounding * Math.abs(expected))) {
                assertThat(element.result(small, i))
                        .as("%s, element %d", sizes, i)
                        .isEqualTo(expected);
            }
        }
    }

    private static int[] strides(int m, int n, int k, int layout) {
        return switch (layout) {
            case 0 -> new int[] {k, 1, n, 1};
            case 1 -> new int[] {1, m, n, 1};
            case 2 -> new int[] {k, 1, 1, k};
            case 3 -> new int[] {1, m, 1, k};
            // Columns of wider matrices.
            default -> new int[] {3 * k, 3, 3 * n, 3};
        };
    }

    /** Operands with the offset 0 have aligned rows where the sizes do. */
    @ParameterizedTest
    @EnumSource(Element.class)
    void products_ofAnyStrides_areSums(Element element) throws IOException {
        open(80);
        long module = load(element.program(PtxArchitecture.variant(80)));
        long products = EmulatedCuda.count(EmulatedCuda.Count.PRODUCTS);
        long conflicts = EmulatedCuda.count(EmulatedCuda.Count.BANK_CONFLICTS);
        for (int[] size : SIZES.subList(0, TestTier.select(2, SIZES.size(), SIZES.size()))) {
            for (int layout = 0; layout < 5; layout++) {
                for (int offset = 0; offset < 2; offset++) {
                    int[] strides = strides(size[0], size[1], size[2], layout);
                    checkSums(element, module, new Case(size[0], size[1], size[2], strides, offset));
                }
            }
        }
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.PRODUCTS)).isGreaterThan(products);
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.BANK_CONFLICTS)).isEqualTo(conflicts);
    }

    @Test
    void productOfNoTerms_isZero() throws IOException {
        open(80);
        long module = load(Element.BF16.program(PtxArchitecture.variant(80)));
        checkSums(Element.BF16, module, new Case(3, 70, 0, new int[] {0, 1, 70, 1}, 0));
    }

    /** Tiles are in groups of 8 rows of tiles, of which the last is smaller. */
    @Test
    void productOfManyRows_hasEachTile() throws IOException {
        open(80);
        long module = load(Element.BF16.program(PtxArchitecture.variant(80)));
        checkSums(Element.BF16, module, new Case(600, 70, 5, new int[] {5, 1, 70, 1}, 0));
    }

    /** Turing lacks the instructions for bf16 and asynchronous copies: it runs the common program. */
    @ParameterizedTest
    @ValueSource(strings = {"F16", "BF16", "I8"})
    void turing_runsTheCommonProgram(String name) throws IOException {
        Element element = Element.valueOf(name);
        open(75);
        assertThat(PtxArchitecture.variant(75)).isEmpty();
        try (LongPointer module = new LongPointer(1)) {
            assertThat(load(element.program(Optional.of(PtxArchitecture.SM_80)), module))
                    .isEqualTo(Cuda.NO_BINARY_FOR_GPU);
        }
        long module = load(element.program(PtxArchitecture.variant(75)));
        long products = EmulatedCuda.count(EmulatedCuda.Count.PRODUCTS);
        checkSums(element, module, new Case(33, 40, 5, new int[] {5, 1, 40, 1}, 0));
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.PRODUCTS)).isEqualTo(products);
    }
}
