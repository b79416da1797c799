package io.graphkernel.processor.option;

import java.util.Arrays;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The flags of {@code MS_DEV_GRAPH_KERNEL_FLAGS} that have a meaning in this version. */
public enum Flag {
    OPT_LEVEL("opt_level", "a number from 0 to 3", "2", "0 makes one kernel per basic op; 1 and more fuse"),
    ENABLE_PASS("enable_pass", "pass names separated by commas", "", "passes that run whatever the level"),
    DISABLE_PASS("disable_pass", "pass names separated by commas", "", "passes that do not run"),
    DUMP_AS_TEXT(
            "dump_as_text",
            "true or false",
            "false",
            "writes the ops of each fused kernel to graph_kernel_dump in the report");

    private final String key;
    private final String form;
    private final String defaultText;
    private final String documentation;

    Flag(String key, String form, String defaultText, String documentation) {
        this.key = key;
        this.form = form;
        this.defaultText = defaultText;
        this.documentation = documentation;
    }

    /**
     * The name after {@code --}.
     *
     * @return for example {@code opt_level}
     */
    public String key() {
        return key;
    }

    /**
     * What a value looks like.
     *
     * @return for example {@code a number from 0 to 3}
     */
    public String form() {
        return form;
    }

    /**
     * The value that holds if the flag is not given.
     *
     * @return its text
     */
    public String defaultText() {
        return defaultText;
    }

    /**
     * What the flag does.
     *
     * @return one line
     */
    public String documentation() {
        return documentation;
    }

    static Optional<Flag> byKey(String key) {
        return Arrays.stream(values()).filter(flag -> flag.key.equals(key)).findFirst();
    }

    static SortedSet<String> keys() {
        return Arrays.stream(values()).map(Flag::key).collect(Collectors.toCollection(TreeSet::new));
    }
}
