package io.graphkernel.processor.emit.c;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finder of declarations in emitted C that shadow others, by which later code could read the wrong value. */
final class HiddenNames {

    /** Emitted code declares each variable on its own line, or in a loop header. */
    private static final Pattern DECLARATION =
            Pattern.compile("(?:^ *|for \\()(?:const )?(?!return )\\w+ \\*?(?:const )?(\\w+)(?: =.*|;)$");

    private HiddenNames() {}

    /** Returns the lines whose declarations shadow a name of an enclosing block. */
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
