package io.graphkernel.conformance.onnx;

import java.util.ArrayList;
import java.util.List;

/** Two hundred short sentences about ten things, twenty about each. */
final class Sentences {

    /** Number of adjacent sentences per subject. */
    static final int OF_A_SUBJECT = 20;

    private static final List<String> SUBJECTS = List.of(
            "my old cat",
            "the stock market",
            "a chocolate cake",
            "the football match",
            "the space telescope",
            "our electric car",
            "the novel about pirates",
            "a violin concerto",
            "the vaccine trial",
            "the thunderstorm");

    private static final List<String> FORMS = List.of(
            "I read about %s this morning.",
            "Nobody expected what happened with %s.",
            "What do you know about %s?",
            "Everybody talks of %s.",
            "She wrote a long letter on %s.",
            "Tell me more about %s!",
            "There is a picture of %s on the wall, and it is larger than I thought it would be.",
            "%s: a report",
            "We were surprised by %s",
            "He has never forgotten %s, although it was many years ago.",
            "Is it true what they say about %s?",
            "A short film shows %s.",
            "You will like %s.",
            "After dinner they discussed %s for two hours.",
            "The teacher asked the children to draw %s.",
            "It was all because of %s.",
            "In the end, %s was the reason why we stayed at home for the whole weekend.",
            "News of %s",
            "Few people have seen %s from so near.",
            "Most of the day I thought of %s.");

    private Sentences() {}

    static List<String> all() {
        List<String> sentences = new ArrayList<>();
        for (String subject : SUBJECTS) {
            for (String form : FORMS) {
                sentences.add(form.formatted(subject));
            }
        }
        return sentences;
    }
}
