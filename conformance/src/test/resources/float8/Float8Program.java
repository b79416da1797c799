package float8;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Random;

/**
 * Compares kernels and plain methods over f8e4m3, f8e5m2 and MXFP4 with the formats as OCP publishes them: sign, exponent and
 * mantissa as fields, the nearest number by its distance to all numbers of the format.
 */
public final class Float8Program {

    private static final Random RANDOM = new Random(8);

    private Float8Program() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            decodes();
            encodes(floats());
            halves();
            products();
            moves();
            mxfp4();
        }
    }

    private static double e4m3(int code) {
        int exponent = code >> 3 & 15;
        int mantissa = code & 7;
        if (exponent == 15 && mantissa == 7) {
            return Double.NaN;
        }
        return field(code >> 7, exponent, 7, mantissa / 8.0);
    }

    private static double e5m2(int code) {
        int exponent = code >> 2 & 31;
        int mantissa = code & 3;
        if (exponent == 31) {
            return mantissa != 0 ? Double.NaN : code >> 7 == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        return field(code >> 7, exponent, 15, mantissa / 4.0);
    }

    private static double e2m1(int code) {
        return field(code >> 3, code >> 1 & 3, 1, (code & 1) / 2.0);
    }

    private static double field(int sign, int exponent, int bias, double fraction) {
        double magnitude = exponent == 0
                ? fraction * Math.pow(2, 1 - bias)
                : (1 + fraction) * Math.pow(2, exponent - bias);
        return sign == 0 ? magnitude : -magnitude;
    }

    /** Returns the code of the nearest number, of two the even one; beyond the largest 448 or infinity. */
    private static int nearest(double x, boolean isE4m3) {
        int sign = Double.doubleToRawLongBits(x) < 0 ? 0x80 : 0;
        if (Double.isNaN(x)) {
            return isE4m3 ? 0x7f : 0x7e;
        }
        double magnitude = Math.abs(x);
        int largest = isE4m3 ? 0x7e : 0x7b;
        // As if the exponent were not bounded: from the middle to the next number on, an f8e5m2 is infinite.
        if (!isE4m3 && magnitude >= 61440) {
            return sign | 0x7c;
        }
        int best = 0;
        for (int code = 0; code <= largest; code++) {
            double distance = Math.abs((isE4m3 ? e4m3(code) : e5m2(code)) - magnitude);
            double least = Math.abs((isE4m3 ? e4m3(best) : e5m2(best)) - magnitude);
            if (distance < least || distance == least && code % 2 == 0) {
                best = code;
            }
        }
        return sign | (Double.isInfinite(magnitude) ? largest : best);
    }

    private static void decodes() {
        byte[] codes = new byte[256];
        for (int code = 0; code < 256; code++) {
            codes[code] = (byte) code;
        }
        Tensor e4m3 = Tensor.of(DType.F8E4M3, codes, 256);
        Tensor e5m2 = Tensor.of(DType.F8E5M2, codes, 256);
        double[] expected = new double[256];
        for (int code = 0; code < 256; code++) {
            expected[code] = e4m3(code);
        }
        require("decodeE4m3", expected, FormatsKernels.decodeE4m3(e4m3));
        require("plain decodeE4m3", expected, Formats.decodeE4m3(e4m3));
        for (int code = 0; code < 256; code++) {
            expected[code] = e5m2(code);
        }
        require("decodeE5m2", expected, FormatsKernels.decodeE5m2(e5m2));
        require("plain decodeE5m2", expected, Formats.decodeE5m2(e5m2));
    }

    /** Returns all numbers of the formats, those in the middle, their neighbors, and random bits. */
    private static float[] floats() {
        float[] floats = new float[20000];
        int count = 0;
        for (int code = 0; code < 256; code++) {
            for (double number : new double[] {e4m3(code), e5m2(code)}) {
                double next = number == e4m3(code) ? e4m3(code + 1 & 255) : e5m2(code + 1 & 255);
                float middle = (float) ((number + next) / 2);
                for (float near : new float[] {(float) number, middle}) {
                    floats[count++] = near;
                    floats[count++] = Math.nextUp(near);
                    floats[count++] = Math.nextDown(near);
                }
            }
        }
        for (float special : new float[] {
            -0f, 464, 464.5f, 479, 480, 61439.99f, 61440, 65536, 3e38f, Float.MIN_VALUE, 0x1p-10f, 0x1.8p-10f, 0x1p-17f,
            0x1.000002p-17f, 0x1.8p-16f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY
        }) {
            floats[count++] = special;
            floats[count++] = -special;
        }
        while (count < floats.length) {
            int bits = RANDOM.nextInt();
            floats[count++] = count % 2 == 0
                    ? Float.intBitsToFloat(bits)
                    : (float) (RANDOM.nextGaussian() * Math.pow(2, RANDOM.nextInt(40) - 22));
        }
        return floats;
    }

    private static void encodes(float[] floats) {
        double[] e4m3 = new double[floats.length];
        double[] e5m2 = new double[floats.length];
        double[] wide = new double[floats.length];
        double[] wideE4m3 = new double[floats.length];
        double[] wideE5m2 = new double[floats.length];
        for (int i = 0; i < floats.length; i++) {
            e4m3[i] = nearest(floats[i], true);
            e5m2[i] = nearest(floats[i], false);
            // Next to a number of f32, such as a tie, which a rounding to f32 before would hide.
            wide[i] = i % 3 == 0 ? floats[i] : i % 3 == 1 ? Math.nextUp((double) floats[i]) : Math.nextDown((double) floats[i]);
            wideE4m3[i] = nearest(wide[i], true);
            wideE5m2[i] = nearest(wide[i], false);
        }
        Tensor x = Tensor.of(floats, floats.length);
        requireCodes("encodeE4m3", e4m3, FormatsKernels.encodeE4m3(x));
        requireCodes("encodeE5m2", e5m2, FormatsKernels.encodeE5m2(x));
        requireCodes("plain encodeE4m3", e4m3, Formats.encodeE4m3(x));
        requireCodes("plain encodeE5m2", e5m2, Formats.encodeE5m2(x));
        Tensor doubles = Tensor.of(wide, wide.length);
        requireCodes("encodeWideE4m3", wideE4m3, FormatsKernels.encodeWideE4m3(doubles));
        requireCodes("encodeWideE5m2", wideE5m2, FormatsKernels.encodeWideE5m2(doubles));
        requireCodes("plain encodeWideE4m3", wideE4m3, Formats.encodeWideE4m3(doubles));
    }

    /** All f16. */
    private static void halves() {
        short[] bits = new short[1 << 16];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (short) i;
        }
        Tensor x = Ops.bitcast(Tensor.of(bits, bits.length), DType.F16);
        float[] numbers = Ops.cast(x.to(Device.cpu()), DType.F32).toFloatArray();
        double[] e4m3 = new double[bits.length];
        double[] e5m2 = new double[bits.length];
        for (int i = 0; i < bits.length; i++) {
            e4m3[i] = nearest(numbers[i], true);
            e5m2[i] = nearest(numbers[i], false);
        }
        requireCodes("encodeHalfE4m3", e4m3, FormatsKernels.encodeHalfE4m3(x));
        requireCodes("encodeHalfE5m2", e5m2, FormatsKernels.encodeHalfE5m2(x));
    }

    private static void products() {
        for (int[] size : new int[][] {{1, 7, 33}, {1, 64, 256}, {3, 5, 96}, {8, 17, 64}, {40, 9, 31}}) {
            int m = size[0];
            int n = size[1];
            int k = size[2];
            float[] x = gaussians(m * k);
            float[] scales = gaussians(n);
            byte[] codes = codes(n * k, 0x7f);
            Tensor product = FormatsKernels.product(
                    Tensor.of(x, m, k), Tensor.of(DType.F8E4M3, codes, n, k), Tensor.of(scales, n, 1));
            requireProduct("product", x, m, k, n, product, (row, at) -> e4m3(codes[row * k + at] & 255) * scales[row]);
            int b = (k + 31) / 32;
            float[] wide = gaussians(m * b * 32);
            byte[] blocks = codes(n * b * 32, 0x60);
            float[] ofBlocks = gaussians(n * b);
            Tensor blockProduct = FormatsKernels.blockProduct(
                    Tensor.of(wide, m, 32 * b),
                    Tensor.of(DType.F8E5M2, blocks, n, b, 32),
                    Tensor.of(ofBlocks, n, b, 1));
            requireProduct(
                    "blockProduct", wide, m, 32 * b, n, blockProduct,
                    (row, at) -> e5m2(blocks[row * 32 * b + at] & 255) * ofBlocks[row * b + at / 32]);
        }
    }

    private interface Weight {
        double at(int row, int column);
    }

    private static void requireProduct(String name, float[] x, int m, int k, int n, Tensor actual, Weight weight) {
        float[] values = actual.to(Device.cpu()).toFloatArray();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                double size = 0;
                for (int t = 0; t < k; t++) {
                    sum += x[i * k + t] * weight.at(j, t);
                    size += Math.abs(x[i * k + t] * weight.at(j, t));
                }
                if (!(Math.abs(values[i * n + j] - sum) <= 1e-6 * size)) {
                    throw new AssertionError(name + " [" + i + ", " + j + "]: " + values[i * n + j] + ", not " + sum);
                }
            }
        }
    }

    private static void moves() {
        int n = 5;
        int d = 19;
        byte[] codes = codes(n * d, 0x7f);
        int[] rows = {4, 0, -2};
        boolean[] mask = new boolean[d];
        for (int i = 0; i < d; i++) {
            mask[i] = i % 3 != 1;
        }
        int[] order = {4, 0, 3, 1, 2};
        double[] expected = new double[(d + 2) * 6];
        for (int column = 0; column < d + 2; column++) {
            for (int row = 0; row < 6; row++) {
                boolean isFrame = row == 0 || column >= d;
                expected[column * 6 + row] = isFrame
                        ? -0.0625
                        : mask[column] ? e4m3(codes[order[row - 1] * d + column] & 255) : 1.5;
            }
        }
        Tensor x = Tensor.of(DType.F8E4M3, codes, n, d);
        Tensor indices = Tensor.of(rows, 3);
        Tensor chosen = Tensor.of(mask, d);
        require("moved", expected, FormatsKernels.moved(x, indices, chosen));
        require("plain moved", expected, Formats.moved(x, indices, chosen));
    }

    private static void mxfp4() {
        int n = 6;
        int b = 3;
        byte[] codes = new byte[n * b * 16];
        RANDOM.nextBytes(codes);
        byte[] exponents = new byte[n * b];
        int[] special = {0, 1, 2, 126, 127, 128, 252, 253, 254};
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = (byte) (i < special.length ? special[i] : 110 + RANDOM.nextInt(30));
        }
        exponents[exponents.length - 1] = (byte) 255;
        double[] expected = new double[n * b * 32];
        for (int i = 0; i < expected.length; i++) {
            int block = i / 32;
            int code = codes[block * 16 + i % 32 / 2] >> 4 * (i % 2) & 15;
            int exponent = exponents[block] & 255;
            expected[i] = exponent == 255 ? Double.NaN : (float) (e2m1(code) * Math.pow(2, exponent - 127));
        }
        Tensor packed = Tensor.of(DType.U8, codes, n, b, 16);
        Tensor scales = Tensor.of(DType.U8, exponents, n, b, 1);
        require("mxfp4", expected, FormatsKernels.mxfp4(packed, scales));
        require("plain mxfp4", expected, Formats.mxfp4(packed, scales));
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = (byte) (120 + RANDOM.nextInt(12));
        }
        float[] x = gaussians(2 * b * 32);
        Tensor product = FormatsKernels.mxfp4Product(
                Tensor.of(x, 2, b * 32), packed, Tensor.of(DType.U8, exponents, n, b, 1));
        requireProduct("mxfp4Product", x, 2, b * 32, n, product, (row, at) -> {
            int block = row * b + at / 32;
            int code = codes[block * 16 + at % 32 / 2] >> 4 * (at % 2) & 15;
            return e2m1(code) * Math.pow(2, (exponents[block] & 255) - 127);
        });
    }

    private static float[] gaussians(int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) RANDOM.nextGaussian();
        }
        return numbers;
    }

    /** Returns codes of either sign whose magnitudes are below a bound. */
    private static byte[] codes(int count, int bound) {
        byte[] codes = new byte[count];
        for (int i = 0; i < count; i++) {
            codes[i] = (byte) (RANDOM.nextInt(bound) | RANDOM.nextInt(2) << 7);
        }
        return codes;
    }

    private static void require(String name, double[] expected, Tensor tensor) {
        Tensor host = tensor.to(Device.cpu());
        float[] actual = host.toFloatArray();
        for (int i = 0; i < expected.length; i++) {
            if (Double.compare(actual[i], expected[i]) != 0) {
                throw new AssertionError(name + " [" + i + "]: " + actual[i] + ", not " + expected[i]);
            }
        }
    }

    /** Requires codes; the sign of a NaN is free. */
    private static void requireCodes(String name, double[] expected, Tensor tensor) {
        int[] actual = tensor.to(Device.cpu()).toIntArray();
        for (int i = 0; i < expected.length; i++) {
            boolean isNan = expected[i] == 0x7f || expected[i] == 0x7e && (actual[i] & 0x7f) == 0x7e && !isE4m3(name);
            if ((isNan ? actual[i] & 0x7f : actual[i]) != expected[i]) {
                throw new AssertionError(name + " [" + i + "]: " + actual[i] + ", not " + expected[i]);
            }
        }
    }

    private static boolean isE4m3(String name) {
        return name.endsWith("E4m3");
    }
}
