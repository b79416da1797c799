package io.graphkernel.generation.tokenizer;

import io.graphkernel.generation.FinishReason;
import io.graphkernel.generation.Generation;
import io.graphkernel.generation.GenerationRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Iterator over the text of a generation, which ends at a stop sequence. */
final class TextFragments implements Iterator<String> {

    private final Generation generation;
    private final Iterator<Integer> tokens;
    private final TextDecoder decoder;
    private final StopFilter tokenFilter;
    private final StopFilter textFilter;
    private String next = "";
    private boolean isEnded;
    private int count;

    TextFragments(Generation generation, Tokenizer tokenizer, List<String> stopSequences) {
        this.generation = generation;
        this.tokens = generation.iterator();
        this.decoder = tokenizer.decoder(generation.request().prompt());
        this.tokenFilter = new StopFilter(stopTokens(generation.request()));
        this.textFilter = new StopFilter(stopSequences.stream()
                .map(sequence -> sequence.chars().toArray())
                .toList());
    }

    private static List<int[]> stopTokens(GenerationRequest request) {
        List<int[]> sequences = new ArrayList<>(request.stopSequences());
        sequences.add(new int[] {request.endToken()});
        return sequences;
    }

    @Override
    public boolean hasNext() {
        while (next.isEmpty() && !isEnded) {
            if (tokens.hasNext()) {
                count++;
                next = text(tokenFilter.append(tokens.next()));
            } else {
                isEnded = true;
                next = text(tokenFilter.finish());
                if (!textFilter.isStopped()) {
                    next += filtered(decoder.finish());
                }
                if (!textFilter.isStopped()) {
                    next += text(new StringBuilder(), textFilter.finish());
                }
            }
            if (textFilter.isStopped() && !isEnded) {
                isEnded = true;
                generation.cancel();
            }
        }
        return !next.isEmpty();
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        String fragment = next;
        next = "";
        return fragment;
    }

    /** Returns the reason and the counts after the last fragment. */
    TextCompletion completion(String text) {
        FinishReason reason = textFilter.isStopped() ? FinishReason.STOP : generation.finishReason();
        return new TextCompletion(text, reason, generation.statistics().promptTokens(), count);
    }

    private String text(int[] released) {
        StringBuilder text = new StringBuilder();
        for (int token : released) {
            if (!textFilter.isStopped()) {
                text.append(filtered(decoder.append(token)));
            }
        }
        return text.toString();
    }

    private String filtered(String text) {
        return text(new StringBuilder(), textFilter.append(text.chars().toArray()));
    }

    private static String text(StringBuilder text, int[] characters) {
        for (int character : characters) {
            text.append((char) character);
        }
        return text.toString();
    }
}
