package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.download;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.upload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.IntBinaryOperator;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Matrix instructions: the operands are distributed over the lanes by the formulas of the PTX ISA, "Warp-level Matrix
 * Fragments", and results compared with products in {@code double} and {@code long}.
 */
@Tag("emulated")
class MatrixInstructionTest {
    private static final int ROWS = 16;
    private static final int COLUMNS = 8;
    private static final int LANES = 32;

    /** Words per lane: four of a, two of b and two unused ones, four of c, four of the result. */
    private static final int LANE_WORDS = 16;

    private static final int B_WORD = 4;
    private static final int C_WORD = 8;
    private static final int RESULT_WORD = 12;

    /** Relative error of an addition in f32 whose rounding is unspecified. */
    private static final double ULP = 0x1p-23;

    private static final String LOADED = """
            mov.u32 %r17, %tid.x; mul.wide.u32 %rd2, %r17, 64; ld.param.u64 %rd1, [p]; add.s64 %rd3, %rd1, %rd2;
            ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd3]; ld.global.v2.u32 {%r5, %r6}, [%rd3+16];
            """;

    private static final String FLOATS = LOADED + """
            ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd3+32];
            mma.sync.aligned.m16n8k16.row.col.f32.TYPE.TYPE.f32
                {%f5, %f6, %f7, %f8}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};
            st.global.v4.f32 [%rd3+48], {%f5, %f6, %f7, %f8}; ret;
            """;

    private static final String BYTES = LOADED + """
            ld.global.v4.u32 {%r7, %r8, %r9, %r10}, [%rd3+32];
            mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
                {%r11, %r12, %r13, %r14}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%r7, %r8, %r9, %r10};
            st.global.v4.u32 [%rd3+48], {%r11, %r12, %r13, %r14}; ret;
            """;

    /** Element types of products of floats. */
    enum Element {
        F16,
        BF16;

        String ptx(String format) {
            return format.replace("TYPE", name().toLowerCase(Locale.ROOT));
        }

        /** Returns the bits of the nearest number towards zero. */
        int bits(float value) {
            return this == BF16 ? Float.floatToRawIntBits(value) >>> 16 : halfBits(value) & 0xffff;
        }

        double value(int bits) {
            return this == BF16 ? Float.intBitsToFloat(bits << 16) : halfValue(bits);
        }
    }

    private final Random random = new Random(11);
    private Cuda cuda;

    @BeforeEach
    void open() {
        cuda = Cuda.open();
    }

    @AfterEach
    void close() {
        cuda.close();
    }

    /** Normal numbers and zeros only. */
    private static int halfBits(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        if (value == 0 || Float.isNaN(value) || Float.isInfinite(value)) {
            return value == 0 ? sign : Float.isNaN(value) ? 0x7e00 : sign | 0x7c00;
        }
        int exponent = Math.getExponent(value) + 15;
        assertThat(exponent).isBetween(1, 30);
        return sign | exponent << 10 | bits >>> 13 & 0x3ff;
    }

    private static double halfValue(int bits) {
        int exponent = bits >>> 10 & 31;
        double fraction = (bits & 0x3ff) / 1024.0;
        double magnitude = exponent == 31
                ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                : exponent == 0 ? Math.scalb(fraction, -14) : Math.scalb(1 + fraction, exponent - 15);
        return (bits & 0x8000) == 0 ? magnitude : -magnitude;
    }

    /** Row of element i of a in a lane: "groupID for ai where 0 <= i < 2 || 4 <= i < 6, groupID + 8 otherwise". */
    private static int rowOfHalf(int lane, int i) {
        return i < 2 || i >= 4 && i < 6 ? lane >> 2 : (lane >> 2) + 8;
    }

    /** Column: "(threadID_in_group * 2) + (i & 0x1) for ai where i < 4, + 8 for ai where i >= 4". */
    private static int columnOfHalf(int lane, int i) {
        return lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8);
    }

    /** Of s8: "groupID for ai where 0 <= i < 4 || 8 <= i < 12, groupID + 8 otherwise". */
    private static int rowOfByte(int lane, int i) {
        return i < 4 || i >= 8 && i < 12 ? lane >> 2 : (lane >> 2) + 8;
    }

    /** Of s8: "(threadID_in_group * 4) + (i & 0x3) for ai where i < 8, + 16 for ai where i >= 8". */
    private static int columnOfByte(int lane, int i) {
        return lane % 4 * 4 + (i & 3) + (i < 8 ? 0 : 16);
    }

    private static int wordOf(int lane, int word) {
        return Integer.BYTES * (lane * LANE_WORDS + word);
    }

    /** Distributes the elements of a and b; a register has some of them, the first in its lowest bits. */
    private static void distribute(ByteBuffer memory, int bits, IntBinaryOperator a, IntBinaryOperator b) {
        int perRegister = 32 / bits;
        int mask = (1 << bits) - 1;
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4 * perRegister; i++) {
                int row = bits == 16 ? rowOfHalf(lane, i) : rowOfByte(lane, i);
                int column = bits == 16 ? columnOfHalf(lane, i) : columnOfByte(lane, i);
                int at = wordOf(lane, i / perRegister);
                memory.putInt(at, memory.getInt(at) | (a.applyAsInt(row, column) & mask) << i % perRegister * bits);
            }
            // Rows of b: "(threadID_in_group * 2) + (i & 0x1) for bi where i < 2, + 8 for bi where i >= 2", and for s8
            // "(threadID_in_group * 4) + (i & 0x3) for bi where i < 4, + 16 for bi where i >= 4"; the column is
            // groupID.
            for (int i = 0; i < 2 * perRegister; i++) {
                int row = lane % 4 * perRegister + i % perRegister + (i < perRegister ? 0 : 4 * perRegister);
                int at = wordOf(lane, B_WORD + i / perRegister);
                memory.putInt(at, memory.getInt(at) | (b.applyAsInt(row, lane >> 2) & mask) << i % perRegister * bits);
            }
        }
    }

    /** Row of element i of c: "groupID for ci where i < 2, groupID + 8 for ci where i >= 2". */
    private static int rowOfSum(int lane, int i) {
        return i < 2 ? lane >> 2 : (lane >> 2) + 8;
    }

    /** Column of element i of c: "(threadID_in_group * 2) + (i & 0x1)". */
    private static int columnOfSum(int lane, int i) {
        return lane % 4 * 2 + (i & 1);
    }

    private static ByteBuffer run(String body, ByteBuffer memory) {
        long address = upload(memory.array());
        check(launch(function(load(Ptx.ampereKernel("k", 1, "", body)), "k"), 1, LANES, 0, address));
        return download(address, memory.capacity());
    }

    private double[][] product(Element element, float[][] a, float[][] b, float[][] c) {
        ByteBuffer memory = Cuda.buffer(Integer.BYTES * LANES * LANE_WORDS);
        distribute(
                memory,
                16,
                (row, column) -> element.bits(a[row][column]),
                (row, column) -> element.bits(b[row][column]));
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) {
                memory.putFloat(wordOf(lane, C_WORD + i), c[rowOfSum(lane, i)][columnOfSum(lane, i)]);
            }
        }
        ByteBuffer after = run(element.ptx(FLOATS), memory);
        double[][] result = new double[ROWS][COLUMNS];
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) {
                result[rowOfSum(lane, i)][columnOfSum(lane, i)] = after.getFloat(wordOf(lane, RESULT_WORD + i));
            }
        }
        return result;
    }

    private float[][] matrix(int rows, int columns, DoubleSupplier values) {
        float[][] matrix = new float[rows][columns];
        for (float[] row : matrix) {
            for (int i = 0; i < columns; i++) {
                row[i] = (float) values.getAsDouble();
            }
        }
        return matrix;
    }

    @ParameterizedTest
    @EnumSource(Element.class)
    void product_ofSmallNumbers_isExact(Element element) {
        float[][] a = matrix(ROWS, 16, () -> random.nextInt(33) - 16);
        float[][] b = matrix(16, COLUMNS, () -> (random.nextInt(33) - 16) / 8.0);
        float[][] c = matrix(ROWS, COLUMNS, () -> random.nextInt(1000) - 500);
        double[][] expected = new double[ROWS][COLUMNS];
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                expected[row][column] = c[row][column];
                for (int k = 0; k < 16; k++) {
                    expected[row][column] += (double) a[row][k] * b[k][column];
                }
            }
        }
        assertThat(product(element, a, b, c)).isDeepEqualTo(expected);
    }

    /** The PTX ISA guarantees at least single precision of each addition; the order and rounding are unspecified. */
    @ParameterizedTest
    @EnumSource(Element.class)
    void product_isWithinTheBoundOfSinglePrecision(Element element) {
        float[][] a = matrix(ROWS, 16, () -> element.value(element.bits((float) (1 + random.nextDouble()))));
        float[][] b = matrix(16, COLUMNS, () -> element.value(element.bits((float) (random.nextDouble() - 0.3))));
        float[][] c = matrix(ROWS, COLUMNS, random::nextGaussian);
        double[][] actual = product(element, a, b, c);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                double expected = c[row][column];
                double magnitude = Math.abs(expected);
                for (int k = 0; k < 16; k++) {
                    double term = (double) a[row][k] * b[k][column];
                    expected += term;
                    magnitude += Math.abs(term);
                }
                assertThat(actual[row][column]).isCloseTo(expected, within(16 * ULP * magnitude));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Element.class)
    void product_ofSpecialValues_staysInItsRowAndColumn(Element element) {
        float[][] a = matrix(ROWS, 16, () -> 1);
        float[][] b = matrix(16, COLUMNS, () -> 1);
        float[][] c = matrix(ROWS, COLUMNS, () -> 0);
        a[3][7] = Float.NaN;
        a[12][9] = Float.POSITIVE_INFINITY;
        b[9][5] = 0;
        c[15][7] = Float.NEGATIVE_INFINITY;
        double[][] expected = new double[ROWS][COLUMNS];
        for (double[] row : expected) {
            Arrays.fill(row, 16);
            row[5] = 15;
        }
        Arrays.fill(expected[3], Double.NaN);
        Arrays.fill(expected[12], Double.POSITIVE_INFINITY);
        expected[12][5] = Double.NaN;
        expected[15][7] = Double.NEGATIVE_INFINITY;
        double[][] actual = product(element, a, b, c);
        for (int row = 0; row < ROWS; row++) {
            assertThat(actual[row]).as("row %d", row).isEqualTo(expected[row]);
        }
    }

    @Test
    void product_ofBytes_wrapsAround() {
        byte[] a = new byte[ROWS * 32];
        byte[] b = new byte[32 * COLUMNS];
        random.nextBytes(a);
        random.nextBytes(b);
        ByteBuffer memory = Cuda.buffer(Integer.BYTES * LANES * LANE_WORDS);
        distribute(memory, 8, (row, column) -> a[row * 32 + column], (row, column) -> b[row * COLUMNS + column]);
        int[][] c = new int[ROWS][COLUMNS];
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) {
                int sum = Integer.MAX_VALUE - random.nextInt(1000);
                c[rowOfSum(lane, i)][columnOfSum(lane, i)] = sum;
                memory.putInt(wordOf(lane, C_WORD + i), sum);
            }
        }
        ByteBuffer after = run(BYTES, memory);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) {
                int row = rowOfSum(lane, i);
                int column = columnOfSum(lane, i);
                long expected = c[row][column];
                for (int k = 0; k < 32; k++) {
                    expected += a[row * 32 + k] * b[k * COLUMNS + column];
                }
                assertThat(after.getInt(wordOf(lane, RESULT_WORD + i))).isEqualTo((int) expected);
            }
        }
    }

    @Test
    void matrixInstructions_requireAmpere() {
        try (LongPointer module = new LongPointer(1)) {
            int code = load(Ptx.kernel("k", 1, Element.F16.ptx(FLOATS)), module);
            assertThat(code).isEqualTo(Cuda.INVALID_PTX);
            assertThat(Cuda.reason(code)).contains("requires sm_80, and the target is sm_70");
        }
    }
}
