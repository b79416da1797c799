package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The C headers that the processor carries as resources; reads each one once. */
final class HeaderSet {
    private static final String RESOURCE_DIRECTORY = "/io/graphkernel/native/";

    private static final int MOST_INLINED = 8;

    /** The whole line. */
    private static final Pattern INCLUDE =
            Pattern.compile("^[ \\t]*#[ \\t]*include[ \\t]+\"([A-Za-z0-9_.-]+)\".*\\R?", Pattern.MULTILINE);

    private final Map<String, Optional<byte[]>> contents = new ConcurrentHashMap<>();
    private final Map<String, SortedMap<String, byte[]>> closures = new ConcurrentHashMap<>();

    /** The last sources that were completed: several targets ask for the same one, and several classes are built at a time. */
    private final Map<String, String> inlined = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST_INLINED;
        }
    };

    /**
     * The headers that a source includes, directly or through other headers, by file name. An include under a condition
     * counts; a name that no resource has is left out, so that the compiler reports it at its line.
     *
     * @throws ToolchainException if a resource cannot be read
     */
    SortedMap<String, byte[]> includedBy(String source) throws ToolchainException {
        SortedMap<String, byte[]> headers = new TreeMap<>();
        Matcher matcher = INCLUDE.matcher(source);
        try {
            while (matcher.find()) {
                headers.putAll(closures.computeIfAbsent(matcher.group(1), this::closure));
            }
        } catch (UncheckedIOException e) {
            throw unreadable(e);
        }
        return headers;
    }

    /**
     * A source with the headers in it that it needs: each one once, where it is included first. Right for headers that
     * guard against being included again. An include that no resource has stays, so that the compiler reports it.
     *
     * @throws ToolchainException if a resource cannot be read
     */
    String inlined(String source) throws ToolchainException {
        synchronized (inlined) {
            try {
                return inlined.computeIfAbsent(source, this::inlineAll);
            } catch (UncheckedIOException e) {
                throw unreadable(e);
            }
        }
    }

    private static ToolchainException unreadable(UncheckedIOException cause) {
        return new ToolchainException(
                ToolchainException.Kind.UNAVAILABLE,
                "the processor's jar cannot be read",
                List.of(cause.getCause().toString()));
    }

    private String inlineAll(String source) {
        List<NeededHeaders.Part> parts = new ArrayList<>();
        inline("", source, new HashSet<>(), parts);
        return NeededHeaders.text(parts);
    }

    private void inline(String header, String source, Set<String> done, List<NeededHeaders.Part> parts) {
        Matcher matcher = INCLUDE.matcher(source);
        int from = 0;
        while (matcher.find()) {
            String name = matcher.group(1);
            Optional<byte[]> content = contents.computeIfAbsent(name, HeaderSet::read);
            if (content.isPresent()) {
                parts.add(new NeededHeaders.Part(header, source.substring(from, matcher.start())));
                from = matcher.end();
                if (done.add(name)) {
                    inline(name, new String(content.get(), StandardCharsets.UTF_8), done, parts);
                }
            }
        }
        parts.add(new NeededHeaders.Part(header, source.substring(from)));
    }

    private SortedMap<String, byte[]> closure(String first) {
        SortedMap<String, byte[]> headers = new TreeMap<>();
        Deque<String> pending = new ArrayDeque<>();
        pending.add(first);
        while (!pending.isEmpty()) {
            String name = pending.remove();
            Optional<byte[]> content = contents.computeIfAbsent(name, HeaderSet::read);
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
