package io.graphkernel.conformance.pattern;

import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Input on which a pass fires: the file of its name.
 *
 * @param pass documented name of the pass
 * @param dtypes substitutions of {@code T}
 * @param ranges ranges of symbols and parameters
 * @param head text before the first method: records of results
 * @param methods at least one method
 */
record Entry(String pass, List<DType> dtypes, Map<String, Range> ranges, String head, List<Method> methods) {

    /** Stands for the dtypes of an entry. */
    static final String ANY = "T";

    private static final String ANNOTATION = "@GraphKernel";
    private static final Pattern DIRECTIVE = Pattern.compile("(?m)^// (\\w+): (.*)$");
    private static final Pattern FLAGS = Pattern.compile("^\\(flags = \"([^\"]*)\"\\)");
    private static final Pattern NAME = Pattern.compile("public static \\w+ (\\w+)\\(");

    /**
     * A method that contains the pattern.
     *
     * @param name its name
     * @param flags its own flags
     * @param text from the modifiers on
     * @param arguments its parameters
     */
    record Method(String name, String flags, String text, List<Argument> arguments) {

        /** Returns the Java text for one dtype, under another name. */
        String text(DType dtype, String newName, String moreFlags) {
            String own = text.replace("(\"" + ANY + "[", "(\"" + dtype + "[")
                    .replaceAll("\\bDType\\." + ANY + "\\b", "DType." + dtype.name())
                    .replaceFirst(" " + name + "\\(", " " + newName + "(");
            // The first of two values of a flag counts.
            return ANNOTATION + "(flags = \"" + (moreFlags + " " + flags).strip() + "\")" + own;
        }
    }

    /** The first method for the first dtype, and every method for one of the others; in the exhaustive tier all for all. */
    List<Instance> instances() {
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            for (int j = 0; j < dtypes.size(); j++) {
                boolean first = i == 0 && j == 0;
                if (TestTier.isExhaustive() || first || dtypes.size() == 1 || j == 1 + i % (dtypes.size() - 1)) {
                    instances.add(new Instance(this, methods.get(i), dtypes.get(j), first));
                }
            }
        }
        return instances;
    }

    /** The entry of a pass; empty if it has none. */
    static Optional<Entry> of(String pass) {
        try (InputStream file = Entry.class.getResourceAsStream(pass + ".java")) {
            return file == null
                    ? Optional.empty()
                    : Optional.of(parse(pass, new String(file.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Entry parse(String pass, String text) {
        List<DType> dtypes = new ArrayList<>();
        Map<String, Range> ranges = new LinkedHashMap<>();
        Matcher directive = DIRECTIVE.matcher(text);
        while (directive.find()) {
            if (directive.group(1).equals(ANY)) {
                Stream.of(directive.group(2).split(","))
                        .map(dtype -> DType.valueOf(dtype.strip().toUpperCase(Locale.ROOT)))
                        .forEach(dtypes::add);
            } else {
                ranges.put(directive.group(1), Range.parse(directive.group(2)));
            }
        }
        String[] fields = text.split(ANNOTATION);
        return new Entry(
                pass,
                dtypes,
                ranges,
                fields[0],
                Stream.of(fields).skip(1).map(Entry::method).toList());
    }

    private static Method method(String signature) {
        Matcher flags = FLAGS.matcher(signature);
        String given = flags.find() ? flags.group(1) : "";
        String text = given.isEmpty() ? signature : signature.substring(flags.end());
        Matcher name = NAME.matcher(text);
        if (!name.find()) {
            throw new IllegalArgumentException("no public static method in " + signature);
        }
        return new Method(name.group(1), given, text, Argument.all(text));
    }

    @Override
    public String toString() {
        return pass;
    }
}
