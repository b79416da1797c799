package io.graphkernel.processor.emit.c;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Declarations in emitted C that hide others. C takes them, and so what is declared next may be computed from the wrong
 * one of two values.
 */
final class HiddenNames {

    /** Emitted code declares each variable on a line of its own, or where a loop begins. */
    private static final Pattern DECLARATION =
            Pattern.compile("(?:^ *|for \\()(?:const )?(?!return )\\w+ \\*?(?:const )?(\\w+)(?: =.*|;)$");

    private HiddenNames() {}

    /** The lines that declare a name where the same name of an outer block can be seen. */
    static List<String> in(String source) {
        List<String> found = new ArrayList<>();
        Deque<Set<String>> blocks = new ArrayDeque<>();
        for (String line : source.lines().toList()) {
            if (line.strip().startsWith("}")) {
                blocks.pop();
            }
            if (line.endsWith("{")) {
                blocks.push(new HashSet<>());
            }
            Matcher declaration = DECLARATION.matcher(line);
            if (declaration.find() && !blocks.isEmpty()) {
                String name = declaration.group(1);
                if (blocks.stream().anyMatch(block -> block.contains(name))) {
                    found.add(line.strip());
                }
                blocks.peek().add(name);
            }
        }
        return found;
    }
}
