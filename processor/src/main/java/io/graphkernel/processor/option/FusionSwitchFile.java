package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reader of CANN's {@code fusion_switch.cfg}: a JSON object {@code Switch} with the sections {@code GraphFusion} and
 * {@code UBFusion}, which map patterns to {@code on} or {@code off}. {@code ALL} stands for every pattern of its
 * section that may be disabled; explicit patterns take precedence.
 */
final class FusionSwitchFile {

    private static final String SWITCH = "Switch";
    private static final String ALL = "ALL";

    private final List<FusionSwitch> switches;
    private final ProblemSink problems;
    private final Map<String, Boolean> passes = new TreeMap<>();

    private FusionSwitchFile(List<FusionSwitch> switches, ProblemSink problems) {
        this.switches = switches;
        this.problems = problems;
    }

    /**
     * Reads a file.
     *
     * @param file path of the file
     * @param switches valid patterns
     * @param problems receiver of problems
     * @return true or false for each pass in the file
     */
    static Map<String, Boolean> read(String file, List<FusionSwitch> switches, ProblemSink problems) {
        FusionSwitchFile reader = new FusionSwitchFile(switches, problems.in(file));
        FlagFile.object(file, problems).ifPresent(object -> reader.readFile(file, object));
        return reader.passes;
    }

    private void readFile(String file, Map<?, ?> object) {
        if (!(object.get(SWITCH) instanceof Map<?, ?> sections)) {
            problems.report(Diagnostic.CANNOT_READ, file, "it has no object \"" + SWITCH + "\"");
            return;
        }
        List<String> known =
                switches.stream().map(FusionSwitch::section).distinct().toList();
        sections.forEach((section, value) -> {
            if (known.contains(section) && value instanceof Map<?, ?> entries) {
                readSection((String) section, entries);
            } else {
                problems.report(
                        Diagnostic.UNKNOWN_SWITCH,
                        section,
                        "\"" + SWITCH + "\" holds the objects " + String.join(" and ", known),
                        "correct or remove it");
            }
        });
    }

    private void readSection(String section, Map<?, ?> entries) {
        Map<String, Boolean> states = new LinkedHashMap<>();
        entries.forEach((name, value) -> state((String) name, value).ifPresent(on -> states.put((String) name, on)));
        Boolean everywhere = states.remove(ALL);
        // All patterns on is the default, where levels and flags decide.
        if (Boolean.FALSE.equals(everywhere)) {
            switches.stream()
                    .filter(pattern -> pattern.section().equals(section) && !pattern.isAlwaysOn())
                    .forEach(pattern -> set(pattern, false));
        }
        states.forEach((name, on) -> apply(section, name, on));
    }

    private Optional<Boolean> state(String name, Object value) {
        if ("on".equals(value) || "off".equals(value)) {
            return Optional.of(value.equals("on"));
        }
        problems.report(Diagnostic.BAD_SWITCH, name, value);
        return Optional.empty();
    }

    private void apply(String section, String name, boolean on) {
        Optional<FusionSwitch> found = switches.stream()
                .filter(pattern ->
                        pattern.section().equals(section) && pattern.name().equals(name))
                .findFirst();
        if (found.isEmpty()) {
            reportUnknown(section, name);
        } else if (found.get().isWithoutMeaning()) {
            reportWithoutMeaning(found.get(), on);
        } else if (found.get().isAlwaysOn() && !on) {
            problems.report(
                    Diagnostic.SWITCH_ALWAYS_ON, name, found.get().reason().orElseThrow());
        } else {
            set(found.get(), on);
        }
    }

    /** Enabling such a pattern is not reported. */
    private void reportWithoutMeaning(FusionSwitch pattern, boolean on) {
        if (!on) {
            problems.report(
                    Diagnostic.SWITCH_WITHOUT_MEANING,
                    pattern.name(),
                    pattern.reason().orElseThrow());
        }
    }

    private void reportUnknown(String section, String name) {
        Optional<FusionSwitch> elsewhere =
                switches.stream().filter(pattern -> pattern.name().equals(name)).findFirst();
        if (elsewhere.isPresent()) {
            String right = elsewhere.get().section();
            problems.report(Diagnostic.UNKNOWN_SWITCH, name, "it is a pattern of " + right, "move it to " + right);
            return;
        }
        Set<String> known = switches.stream()
                .filter(pattern -> pattern.section().equals(section))
                .map(FusionSwitch::name)
                .collect(Collectors.toSet());
        problems.report(
                Diagnostic.UNKNOWN_SWITCH,
                name,
                "no pattern of " + section + " has this name",
                Suggestions.advice(name, known, "patterns"));
    }

    private void set(FusionSwitch pattern, boolean on) {
        pattern.passes().forEach(pass -> passes.put(pass, on));
    }
}
