package io.graphkernel.examples.gpt;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
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

    /** Parts of a text, and of each the tokens that follow: i32 [count, length]. */
    record Batch(Tensor tokens, Tensor targets) {}

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
