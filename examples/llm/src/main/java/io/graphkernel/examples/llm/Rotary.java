package io.graphkernel.examples.llm;

import io.graphkernel.runtime.Tensor;

/** Frequencies of rotary embeddings. */
public final class Rotary {

    private Rotary() {}

    /**
     * Returns base^(-2i / size) for each pair i of columns.
     *
     * @param size columns of a head
     * @param base such as 10,000
     * @return f32 [size / 2]
     */
    public static Tensor frequencies(int size, double base) {
        float[] frequencies = new float[size / 2];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = (float) Math.pow(base, -2.0 * i / size);
        }
        return Tensor.of(frequencies, frequencies.length);
    }

    /**
     * Returns frequencies divided by a factor, so that positions are interpolated.
     *
     * @param frequencies f32 [size / 2]
     * @param factor greater than 1
     * @return f32 [size / 2]
     */
    public static Tensor interpolated(Tensor frequencies, double factor) {
        float[] values = frequencies.toFloatArray();
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (values[i] / factor);
        }
        return Tensor.of(values, values.length);
    }

    /**
     * Returns the frequencies of Llama 3: low ones are divided by a factor, high ones kept, and those between interpolated.
     *
     * @param frequencies f32 [size / 2]
     * @param factor such as 8
     * @param low such as 1
     * @param high such as 4
     * @param trained number of positions that the model was trained with, such as 8,192
     * @return f32 [size / 2]
     */
    public static Tensor llama3(Tensor frequencies, double factor, double low, double high, int trained) {
        float[] values = frequencies.toFloatArray();
        for (int i = 0; i < values.length; i++) {
            double turns = trained * values[i] / (2 * Math.PI);
            double share = Math.max(0, Math.min(1, (turns - low) / (high - low)));
            values[i] = (float) (values[i] * (share + (1 - share) / factor));
        }
        return Tensor.of(values, values.length);
    }
}
