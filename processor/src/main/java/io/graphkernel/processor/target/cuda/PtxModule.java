package io.graphkernel.processor.target.cuda;

import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** PTX module, split into kernels. */
final class PtxModule {

    /** Entry up to the brace in the first column; inner ones are indented. */
    private static final Pattern ENTRY = Pattern.compile(
            "^\\.(?:visible|weak) \\.entry ([A-Za-z_$][\\w$]*)\\(.*?^\\}\\R?", Pattern.MULTILINE | Pattern.DOTALL);

    private final Map<String, String> kernels = new LinkedHashMap<>();

    /**
     * Splits a module.
     *
     * @param module text of the module
     * @param table kernels of the class
     */
    PtxModule(String module, KernelTable table) {
        Map<String, String> entries = new LinkedHashMap<>();
        Matcher matcher = ENTRY.matcher(module);
        while (matcher.find()) {
            entries.put(matcher.group(1), matcher.group());
        }
        for (KernelTable.Entry entry : table.entries()) {
            ScheduledKernel kernel = entry.kernel();
            kernels.put(
                    kernel.name(), kernel.functions().stream().map(entries::get).collect(Collectors.joining("\n")));
        }
    }

    /**
     * Returns the entries of each distinct kernel.
     *
     * @return text by kernel name
     */
    Map<String, String> kernels() {
        return kernels;
    }
}
