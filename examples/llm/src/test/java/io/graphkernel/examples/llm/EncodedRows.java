package io.graphkernel.examples.llm;

import io.graphkernel.runtime.Half;
import io.graphkernel.training.GgufType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Random rows in a format of ggml, written by its published layout, and their values.
 *
 * @param bytes blocks of the rows
 * @param values elements of the rows
 */
record EncodedRows(byte[] bytes, double[] values) {

    /** Number of columns that whole blocks of each format have. */
    static final int COLUMNS = 256;

    static EncodedRows random(GgufType type, int rows, Random random) {
        int blocks = COLUMNS / type.blockElements();
        ByteBuffer bytes =
                ByteBuffer.allocate(rows * blocks * type.blockBytes()).order(ByteOrder.LITTLE_ENDIAN);
        double[] values = new double[rows * COLUMNS];
        for (int block = 0; block < rows * blocks; block++) {
            write(type, bytes, values, block * type.blockElements(), random);
        }
        return new EncodedRows(bytes.array(), values);
    }

    private static void write(GgufType type, ByteBuffer bytes, double[] values, int to, Random random) {
        switch (type) {
            case F32 -> {
                float value = (float) (0.08 * random.nextGaussian());
                bytes.putFloat(value);
                values[to] = value;
            }
            case F16 -> {
                short value = Half.toF16((float) (0.08 * random.nextGaussian()));
                bytes.putShort(value);
                values[to] = Half.fromF16(value);
            }
            case BF16 -> {
                short value = Half.toBf16((float) (0.08 * random.nextGaussian()));
                bytes.putShort(value);
                values[to] = Half.fromBf16(value);
            }
            case Q8_0 -> {
                double scale = half(bytes, 0.0006 + 0.0004 * random.nextDouble());
                for (int i = 0; i < 32; i++) {
                    int code = random.nextInt(256) - 128;
                    bytes.put((byte) code);
                    values[to + i] = scale * code;
                }
            }
            case Q4_0 -> {
                double scale = half(bytes, 0.01 + 0.01 * random.nextDouble());
                nibbles(bytes, values, to, scale, -8 * scale, random);
            }
            case Q4_1 -> {
                double scale = half(bytes, 0.01 + 0.01 * random.nextDouble());
                nibbles(bytes, values, to, scale, half(bytes, -0.11), random);
            }
            case Q4_K -> q4K(bytes, values, to, random);
            case Q6_K -> q6K(bytes, values, to, random);
        }
    }

    private static double half(ByteBuffer bytes, double value) {
        short rounded = Half.toF16((float) value);
        bytes.putShort(rounded);
        return Half.fromF16(rounded);
    }

    private static void nibbles(
            ByteBuffer bytes, double[] values, int to, double scale, double minimum, Random random) {
        int[] codes = random.ints(32, 0, 16).toArray();
        for (int i = 0; i < 32; i++) {
            values[to + i] = scale * codes[i] + minimum;
        }
        for (int i = 0; i < 16; i++) {
            bytes.put((byte) (codes[i] + 16 * codes[i + 16]));
        }
    }

    /** Scales and minimums of 6 bits: those of the last four groups are split. */
    private static void q4K(ByteBuffer bytes, double[] values, int to, Random random) {
        double scale = half(bytes, 0.0006);
        double minimum = half(bytes, 0.004);
        int[] scales = random.ints(8, 16, 64).toArray();
        int[] minimums = random.ints(8, 16, 48).toArray();
        byte[] block = new byte[140];
        for (int i = 0; i < 4; i++) {
            block[i] = (byte) (scales[i] | scales[i + 4] >> 4 << 6);
            block[4 + i] = (byte) (minimums[i] | minimums[i + 4] >> 4 << 6);
            block[8 + i] = (byte) (scales[i + 4] & 15 | (minimums[i + 4] & 15) << 4);
        }
        for (int i = 0; i < 256; i++) {
            int code = random.nextInt(16);
            values[to + i] = scale * scales[i / 32] * code - minimum * minimums[i / 32];
            block[12 + 32 * (i / 64) + i % 32] |= (byte) (i % 64 < 32 ? code : code << 4);
        }
        bytes.put(block);
    }

    /** The lower four bits of the codes, their upper two, and scales of 8 bits. */
    private static void q6K(ByteBuffer bytes, double[] values, int to, Random random) {
        byte[] block = new byte[208];
        double scale = Half.fromF16(Half.toF16(0.0001f));
        for (int i = 0; i < 16; i++) {
            block[192 + i] = (byte) (random.nextInt(128) - 64);
        }
        for (int i = 0; i < 256; i++) {
            int code = random.nextInt(64);
            int quarter = i % 128 / 32;
            values[to + i] = scale * block[192 + i / 16] * (code - 32);
            block[64 * (i / 128) + i % 32 + 32 * (quarter % 2)] |= (byte) ((code & 15) << 4 * (quarter / 2));
            block[128 + 32 * (i / 128) + i % 32] |= (byte) (code >> 4 << 2 * quarter);
        }
        bytes.put(block);
        half(bytes, 0.0001);
    }

    /** Returns the bytes with the rows of a Llama's query or key as llama.cpp's converter orders them. */
    byte[] inPairs(int headSize) {
        int rows = values.length / COLUMNS;
        int rowBytes = bytes.length / rows;
        byte[] paired = new byte[bytes.length];
        for (int row = 0; row < rows; row++) {
            int inHead = row % headSize;
            int to = row - inHead + 2 * (inHead % (headSize / 2)) + inHead / (headSize / 2);
            System.arraycopy(bytes, row * rowBytes, paired, to * rowBytes, rowBytes);
        }
        return paired;
    }
}
