package io.graphkernel.processor.option;

import java.util.List;
import java.util.Map;

/**
 * Names that flags and switch files may use, contributed by the stages.
 *
 * @param names valid names by flag of type {@link FlagType#LIST}; a missing flag accepts any names
 * @param switches patterns of fusion switch files
 */
public record Vocabulary(Map<Flag, KnownNames> names, List<FusionSwitch> switches) {

    public Vocabulary {
        names = Map.copyOf(names);
        switches = List.copyOf(switches);
    }
}
