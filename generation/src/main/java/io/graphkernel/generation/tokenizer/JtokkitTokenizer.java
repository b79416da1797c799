package io.graphkernel.generation.tokenizer;

import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.IntArrayList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tokenizer of an encoding of OpenAI, by the artifact {@code com.knuddels:jtokkit}. */
public final class JtokkitTokenizer implements Tokenizer {

    private final Encoding encoding;
    private final Map<String, Integer> specialTokens;
    private final Set<Integer> specialIds;
    private final Pattern pattern;

    /**
     * Creates an adapter.
     *
     * @param encoding such as {@code Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.R50K_BASE)}
     * @param specialTokens tokens by their text, which jtokkit does not encode, such as {@code <|endoftext|>}
     */
    public JtokkitTokenizer(Encoding encoding, Map<String, Integer> specialTokens) {
        this.encoding = encoding;
        this.specialTokens = Map.copyOf(specialTokens);
        this.specialIds = new HashSet<>(specialTokens.values());
        this.pattern = Pattern.compile(specialTokens.keySet().stream()
                // A token may begin with another one.
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .map(Pattern::quote)
                .collect(Collectors.joining("|")));
    }

    /** Returns the tokens of a text. The encodings of jtokkit add none, whatever {@code addSpecialTokens} is. */
    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        IntStream.Builder tokens = IntStream.builder();
        int from = 0;
        if (!specialTokens.isEmpty()) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                encodeOrdinary(text.substring(from, matcher.start()), tokens);
                tokens.add(Objects.requireNonNull(specialTokens.get(matcher.group())));
                from = matcher.end();
            }
        }
        encodeOrdinary(text.substring(from), tokens);
        return tokens.build().toArray();
    }

    private void encodeOrdinary(String text, IntStream.Builder tokens) {
        Arrays.stream(encoding.encodeOrdinary(text).toArray()).forEach(tokens::add);
    }

    @Override
    public String decode(int... tokens) {
        IntArrayList ordinary = new IntArrayList(tokens.length);
        for (int token : tokens) {
            if (!specialIds.contains(token)) {
                ordinary.add(token);
            }
        }
        return new String(encoding.decodeBytes(ordinary), StandardCharsets.UTF_8);
    }
}
