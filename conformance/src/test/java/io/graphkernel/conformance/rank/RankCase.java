package io.graphkernel.conformance.rank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A kernel method and its tensors.
 *
 * @param owner the class
 * @param method the method
 * @param tensors dtype and dims of each, such as {@code f32 b... d}; the dots come first
 */
record RankCase(String owner, String method, List<String> tensors) {

    static final String FIXED = "RankKernels";

    private static final Map<String, Long> SIZES =
            Map.of("c", 7L, "d", 5L, "e", 3L, "h", 2L, "m", 4L, "n", 3L, "1", 1L, "2d", 10L);

    private static RankCase of(String method, String... tensors) {
        return new RankCase(FIXED, method, List.of(tensors));
    }

    /** The methods of the file. */
    static List<RankCase> fixed() {
        return List.of(
                of("rowSoftmax", "f32 ... d"),
                of("rms", "f32 ... d", "f32 d"),
                of("norm", "f32 ... d", "f32 d", "f32 d"),
                of("normGradients", "f32 ... d", "f32 ... d", "f32 ... 1", "f32 ... 1", "f32 d"),
                of("swiGlu", "f32 ... d", "f32 ... d"),
                of("swiGluOfHalves", "f32 ... 2d"),
                of("adamStep", "f32 ...", "f32 ...", "f32 ...", "f32 ..."),
                of("crossEntropy", "f32 ... c", "i32 ..."),
                of("arange", "f32 ... c"),
                of("meanLoss", "f32 ... d", "f32 ... d"),
                of("best", "f32 ... d"),
                of("lookedUp", "f32 d e", "i32 ... d"),
                of("product", "f32 ... n d", "f32 d e"),
                of("scores", "f32 ... n d", "f32 ... m d"),
                of("repeated", "f32 ... d"),
                of("turned", "f32 ... d"),
                of("flat", "f32 ... d"),
                of("triangle", "f32 ... n d"),
                of("called", "f32 n h d", "f32 ... h d"),
                of("half", "f16 ... d", "f16 d"),
                of("debugged", "f32 ... d"),
                of("unfused", "f32 ... d", "f32 d"),
                of("biased", "f32 ... n d", "f32 d", "f32 n 1"),
                of("parts", "f32 ... n d", "f32 n d", "f32"),
                of("views", "f32 ... n d", "f32 d n", "f32 n"),
                of("joined", "f32 ... n d", "f32 n d"),
                of("joinedWhole", "f32 ... 1 1", "f32 n d"),
                of("multiplied", "f32 ... n e", "f32 n d", "f32 d e"),
                of("undeclaredAndDots", "f32 ... 1", "f32 ... d"),
                of("undeclaredAndRows", "f32 d", "f32 ... d"),
                of("undeclaredPair", "f32 ... d", "f32 ... d", "f32 ... d"),
                of("undeclaredPair", "f32 d", "f32 ... d", "f32 ... 1"),
                of("mixedUnfused", "f32 d", "f32 d", "f32 ... d"),
                of("mixedDebugged", "f32 ... n 1", "f32 n d"),
                of("sum", "f32 ... d", "f32 d"),
                of("calledWithDots", "f32 ... d", "f32 d"),
                of("oneName", "f32 ... d", "f32 ... n d"),
                of("attention", "f32 ... h n d", "f32 ... h m d", "f32 ... h m d"),
                of("filled", "f32 ... d", "f32 d", "f32 ... 1"));
    }

    /** The dims of a tensor of the case. */
    long[] dims(int tensor, long... leading) {
        List<String> words = new ArrayList<>(Arrays.asList(tensors.get(tensor).split(" ")));
        words.remove(0);
        boolean packed = !words.isEmpty() && words.get(0).endsWith("...");
        LongStream others = words.stream().skip(packed ? 1 : 0).mapToLong(SIZES::get);
        return LongStream.concat(packed ? LongStream.of(leading) : LongStream.empty(), others)
                .toArray();
    }

    String dtype(int tensor) {
        return tensors.get(tensor).split(" ")[0];
    }
}
