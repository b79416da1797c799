package io.graphkernel.processor.option;

import java.util.List;
import java.util.Map;

/**
 * What flags and switch files may name; the stages that the names belong to give them.
 *
 * @param names by flag of type {@link FlagType#LIST}; a list of a flag that is missing here may hold anything
 * @param switches the patterns of fusion switch files
 */
public record Vocabulary(Map<Flag, Names> names, List<FusionSwitch> switches) {

    public Vocabulary {
        names = Map.copyOf(names);
        switches = List.copyOf(switches);
    }
}
