package io.graphkernel.conformance;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of the compiler for methods that it rejects for Ascend, or for a chip. */
public final class AscendRefusal {

    /** Reason after the op at fault and its line. */
    private static final Pattern REASON =
            Pattern.compile("GK-140[01]](?s:.*?)\\n *because: [A-Z]\\w*(?: at \\S+)?: (.*)");

    private AscendRefusal() {}

    /** The reason; empty if a message names no op that Ascend has no kernel for. */
    public static Optional<String> reason(String message) {
        Matcher matcher = REASON.matcher(message);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
