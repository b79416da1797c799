package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The C headers that the processor carries as resources; reads each one once. */
final class HeaderSet {
    private static final String RESOURCE_DIRECTORY = "/io/graphkernel/native/";

    /** The whole line. */
    private static final Pattern INCLUDE =
            Pattern.compile("^[ \\t]*#[ \\t]*include[ \\t]+\"([A-Za-z0-9_.-]+)\".*\\R?", Pattern.MULTILINE);

    private final Map<String, Optional<byte[]>> contents = new ConcurrentHashMap<>();
    private final Map<String, SortedMap<String, byte[]>> closures = new ConcurrentHashMap<>();

    /**
     * The headers that a source includes, directly or through other headers, by file name. An include under a condition
     * counts; a name that no resource has is left out, so that the compiler reports it at its line.
     *
     * @throws UncheckedIOException if a resource cannot be read
     */
    SortedMap<String, byte[]> includedBy(String source) {
        SortedMap<String, byte[]> headers = new TreeMap<>();
        Matcher matcher = INCLUDE.matcher(source);
        while (matcher.find()) {
            headers.putAll(closures.computeIfAbsent(matcher.group(1), this::closure));
        }
        return headers;
    }

    /**
     * A source with its headers in it, without what it never compiles. An include that no resource has stays, so that the
     * compiler reports it.
     *
     * @throws UncheckedIOException if a resource cannot be read
     */
    String inlined(String source) {
        return new HeaderInliner(name -> content(name).map(bytes -> new String(bytes, StandardCharsets.UTF_8)))
                .inline(source);
    }

    private Optional<byte[]> content(String name) {
        return contents.computeIfAbsent(name, HeaderSet::read);
    }

    private SortedMap<String, byte[]> closure(String first) {
        SortedMap<String, byte[]> headers = new TreeMap<>();
        Deque<String> pending = new ArrayDeque<>();
        pending.add(first);
        while (!pending.isEmpty()) {
            String name = pending.remove();
            Optional<byte[]> content = content(name);
            if (content.isPresent() && headers.put(name, content.get()) == null) {
                Matcher matcher = INCLUDE.matcher(new String(content.get(), StandardCharsets.UTF_8));
                while (matcher.find()) {
                    pending.add(matcher.group(1));
                }
            }
        }
        return headers;
    }

    private static Optional<byte[]> read(String name) {
        try (InputStream stream = HeaderSet.class.getResourceAsStream(RESOURCE_DIRECTORY + name)) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
