package io.graphkernel.processor.target.cuda;

import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of a module of PTX, cut into kernels. */
final class PtxModule {

    /** Up to the brace in the first column: those inside are indented. */
    private static final Pattern ENTRY = Pattern.compile(
            "^\\.(?:visible|weak) \\.entry ([A-Za-z_$][\\w$]*)\\(.*?^\\}\\R?", Pattern.MULTILINE | Pattern.DOTALL);

    private final Map<String, String> kernels = new LinkedHashMap<>();

    /**
     * Cuts a module.
     *
     * @param module its text
     * @param table the class's kernels
     */
    PtxModule(String module, KernelTable table) {
        Map<String, String> entries = new LinkedHashMap<>();
        Matcher matcher = ENTRY.matcher(module);
        while (matcher.find()) {
            entries.put(matcher.group(1), matcher.group());
        }
        for (KernelTable.Entry entry : table.entries()) {
            Kernel kernel = entry.kernel();
            kernels.put(
                    kernel.name(), kernel.functions().stream().map(entries::get).collect(Collectors.joining("\n")));
        }
    }

    /**
     * The entries of each distinct kernel.
     *
     * @return text by the name of the kernel
     */
    Map<String, String> kernels() {
        return kernels;
    }
}
