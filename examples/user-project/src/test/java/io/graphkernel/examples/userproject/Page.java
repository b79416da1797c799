package io.graphkernel.examples.userproject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Contents of a page of the documents: its blocks of code, and words of it. */
final class Page {

    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private record Block(String language, String text) {}

    private final List<Block> blocks = new ArrayList<>();
    private final String text;

    Page(Path file) throws IOException {
        text = Files.readString(file);
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
    }

    /** The only block of a language that starts with the given text. */
    String block(String language, String start) {
        List<Block> found = blocks.stream()
                .filter(block ->
                        block.language().equals(language) && block.text().startsWith(start))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " blocks of " + language + " start with " + start);
        }
        return found.get(0).text();
    }

    /** Returns the group of the only match of a pattern. */
    String text(String pattern) {
        List<String> found = Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " texts match " + pattern);
        }
        return found.get(0);
    }
}
