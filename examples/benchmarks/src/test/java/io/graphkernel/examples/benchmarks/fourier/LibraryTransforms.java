package io.graphkernel.examples.benchmarks.fourier;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;
import org.jtransforms.fft.FloatFFT_1D;

/** Transforms of the same rows by JTransforms and by Apache Commons Math, in place on a copy of the operands. */
final class LibraryTransforms {
    private final int length;
    private final int threads;
    private final float[][] real;
    private final float[][] interleaved;
    private final double[][][] components;
    private final float[][] realOut;
    private final float[][] interleavedOut;
    private final double[][][] componentsOut;
    private final FloatFFT_1D library;

    /**
     * Creates transforms.
     *
     * @param real real components of all rows
     * @param imaginary imaginary components of all rows
     */
    LibraryTransforms(int rows, int length, int threads, float[] real, float[] imaginary) {
        this.length = length;
        this.threads = threads;
        this.library = new FloatFFT_1D(length);
        this.real = new float[rows][length];
        this.interleaved = new float[rows][2 * length];
        this.components = new double[rows][2][length];
        this.realOut = new float[rows][length];
        this.interleavedOut = new float[rows][2 * length];
        this.componentsOut = new double[rows][2][length];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < length; column++) {
                int at = row * length + column;
                this.real[row][column] = real[at];
                interleaved[row][2 * column] = real[at];
                interleaved[row][2 * column + 1] = imaginary[at];
                components[row][0][column] = real[at];
                components[row][1][column] = imaginary[at];
            }
        }
    }

    void complex() {
        forEachRow(row -> {
            System.arraycopy(interleaved[row], 0, interleavedOut[row], 0, 2 * length);
            library.complexForward(interleavedOut[row]);
        });
    }

    void real() {
        forEachRow(row -> {
            System.arraycopy(real[row], 0, realOut[row], 0, length);
            library.realForward(realOut[row]);
        });
    }

    /** Transforms f64 numbers by Commons Math, which supports powers of two alone. */
    void commons() {
        forEachRow(row -> {
            System.arraycopy(components[row][0], 0, componentsOut[row][0], 0, length);
            System.arraycopy(components[row][1], 0, componentsOut[row][1], 0, length);
            FastFourierTransformer.transformInPlace(
                    componentsOut[row], DftNormalization.STANDARD, TransformType.FORWARD);
        });
    }

    boolean hasCommons() {
        return Integer.bitCount(length) == 1;
    }

    /** Returns the largest difference of JTransforms's complex results from others, relative to the length. */
    double difference(float[] otherReal, float[] otherImaginary) {
        complex();
        double largest = 0;
        for (int at = 0; at < otherReal.length; at++) {
            float[] row = interleavedOut[at / length];
            int column = at % length;
            largest = Math.max(largest, Math.abs(row[2 * column] - otherReal[at]));
            largest = Math.max(largest, Math.abs(row[2 * column + 1] - otherImaginary[at]));
        }
        return largest / length;
    }

    private void forEachRow(IntConsumer transform) {
        IntStream rows = IntStream.range(0, real.length);
        (threads > 1 ? rows.parallel() : rows).forEach(transform);
    }
}
