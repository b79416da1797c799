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

/** C headers among the processor's resources, each read once. */
final class HeaderSet {
    private static final String RESOURCE_DIRECTORY = "/io/graphkernel/native/";

    /** Suffix of templates of GPU kernels, which a source may include several times. */
    private static final String TEMPLATE = ".cl";

    private static final int MAX_INLINED = 8;

    /** An include directive with its whole line. */
    private static final Pattern INCLUDE =
            Pattern.compile("^[ \\t]*#[ \\t]*include[ \\t]+\"([A-Za-z0-9_.-]+)\".*\\R?", Pattern.MULTILINE);

    private final Map<String, Optional<byte[]>> contents = new ConcurrentHashMap<>();
    private final Map<String, SortedMap<String, byte[]>> closures = new ConcurrentHashMap<>();

    /**
     * Most recently completed sources: several targets use the same source, and several classes are built concurrently.
     */
    private final Map<String, String> inlined = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_INLINED;
        }
    };

    /**
     * Returns the headers that a source includes, directly or transitively, by file name. Conditional includes count.
     * Unknown names are skipped, so that the compiler reports them at their line.
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
     * Returns a source with its headers inlined, each once, at the first include, but templates at each. This requires
     * headers with include guards. Unknown includes remain, so that the compiler reports them.
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
        List<NeededHeaders.Part> slices = new ArrayList<>();
        inline("", source, new HashSet<>(), slices);
        return NeededHeaders.text(slices);
    }

    private void inline(String header, String source, Set<String> done, List<NeededHeaders.Part> slices) {
        Matcher matcher = INCLUDE.matcher(source);
        int from = 0;
        while (matcher.find()) {
            String name = matcher.group(1);
            Optional<byte[]> content = contents.computeIfAbsent(name, HeaderSet::read);
            if (content.isPresent()) {
                slices.add(new NeededHeaders.Part(header, source.substring(from, matcher.start())));
                from = matcher.end();
                if (done.add(name) || name.endsWith(TEMPLATE)) {
                    inline(name, new String(content.get(), StandardCharsets.UTF_8), done, slices);
                }
            }
        }
        slices.add(new NeededHeaders.Part(header, source.substring(from)));
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

    /**
     * Returns a template of GPU kernels, which a program may contain several times.
     *
     * @throws ToolchainException if the resource cannot be read
     */
    static String template(String name) throws ToolchainException {
        try {
            return new String(read(name).orElseThrow(), StandardCharsets.UTF_8);
        } catch (UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private static Optional<byte[]> read(String name) {
        try (InputStream stream = HeaderSet.class.getResourceAsStream(RESOURCE_DIRECTORY + name)) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
