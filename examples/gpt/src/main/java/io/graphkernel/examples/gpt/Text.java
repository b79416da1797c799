package io.graphkernel.examples.gpt;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** A text as tokens of GPT-2. */
final class Text {

    /** GPT-2's tokens, with the one that ends a text. */
    static final int VOCABULARY = 50257;

    private static final Encoding ENCODING = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.R50K_BASE);

    private final int[] tokens;

    Text(String text) {
        this(encode(text));
    }

    /** A text of any tokens. */
    Text(int... tokens) {
        this.tokens = tokens;
    }

    static int[] encode(String text) {
        return ENCODING.encodeOrdinary(text).toArray();
    }

    static String decode(int[] tokens) {
        IntArrayList list = new IntArrayList(tokens.length);
        for (int token : tokens) {
            list.add(token);
        }
        return ENCODING.decode(list);
    }

    /** Tells one text from another. */
    String identity() {
        return tokens.length + " tokens, " + Integer.toHexString(Arrays.hashCode(tokens));
    }

    /**
     * Rejects tokens that a model does not have: they would count as zeros.
     *
     * @throws IllegalArgumentException if there is one
     */
    void requireKnownTo(Model model) {
        long vocabulary = model.tokens().dimension(0);
        int largest = Arrays.stream(tokens).max().orElse(0);
        if (largest >= vocabulary) {
            throw new IllegalArgumentException(
                    "token " + largest + " of the text is none of the model's " + vocabulary + " tokens");
        }
    }

    /**
     * Rejects a length that has no part of this text, with the token that follows.
     *
     * @throws IllegalArgumentException if it has none
     */
    void requireLongerThan(int length) {
        if (tokens.length <= length) {
            throw new IllegalArgumentException("a text of " + tokens.length + " tokens is too short for length="
                    + length + " and the token after");
        }
    }

    /** Parts of a text, and of each the tokens that follow: i32 [count, length]. */
    record Batch(Tensor tokens, Tensor targets) {

        /** One of several equal parts: its texts. */
        Batch part(int number, int count) {
            long texts = tokens.dimension(0) / count;
            long begin = number * texts;
            return new Batch(tokens.slice(begin, begin + texts), targets.slice(begin, begin + texts));
        }
    }

    /** Parts from random places, on a device. The text must be longer than one of them. */
    Batch batch(RandomGenerator random, int count, int length, Device device) {
        int[] inputs = new int[count * length];
        int[] targets = new int[count * length];
        for (int row = 0; row < count; row++) {
            int begin = random.nextInt(tokens.length - length);
            System.arraycopy(tokens, begin, inputs, row * length, length);
            System.arraycopy(tokens, begin + 1, targets, row * length, length);
        }
        return new Batch(
                Tensor.of(inputs, count, length).to(device),
                Tensor.of(targets, count, length).to(device));
    }
}
