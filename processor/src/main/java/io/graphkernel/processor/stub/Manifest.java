package io.graphkernel.processor.stub;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.abi.KernelAbi;
import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.option.LeftOut;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What is next to the kernels of a class in the jar, under {@code META-INF/graphkernel/<class>/}. */
public final class Manifest {

    private static final int TAG_BYTES = 8;

    /** From the directory of a class to the root of the jar. */
    private static final String ROOT = "../../../";

    /**
     * The file of constant tensors.
     *
     * @param path from the root of the jar
     * @param sha256 of its content, in hexadecimal
     */
    public record Constants(String path, String sha256) {

        /** Its path from the directory of the class. */
        public String fromDirectory() {
            return ROOT + path;
        }
    }

    private Manifest() {}

    /**
     * The tag that names a build of a class's kernels and makes their table's symbol unique in a process: a hash of the
     * class and of what the kernels are compiled from.
     *
     * @param qualifiedName the class
     * @param sources its C file, and others if there are
     * @return 16 hexadecimal digits
     */
    public static String tag(String qualifiedName, String... sources) {
        byte[] digest = sha256((qualifiedName + "\n" + String.join("\n", sources)).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    }

    /**
     * The manifest's text.
     *
     * @param tag see {@link #tag}
     * @param files what is in the jar
     * @param constants the file of constant tensors, if there is one
     * @param models the SHA-256 of the files that a model was read from, by path
     * @param kernelEntries what the run time has to know of a kernel, by key
     * @param table the class's kernels: the functions that are compiled, and which of them each kernel of the stub runs
     * @return lines {@code key=value}
     */
    public static String text(
            String tag,
            List<KernelFile> files,
            Optional<Constants> constants,
            SortedMap<String, String> models,
            Function<Kernel, Map<String, String>> kernelEntries,
            KernelTable table) {
        StringBuilder text = new StringBuilder();
        line(text, ManifestFormat.ABI, KernelAbi.VERSION);
        line(text, ManifestFormat.TAG, tag);
        line(text, ManifestFormat.FUNCTIONS, table.functions().size());
        for (KernelFile file : files) {
            line(text, file.key(), file.fileName());
            line(text, ManifestFormat.HASH + file.directory(), hash(file.content()));
        }
        constants.ifPresent(file -> {
            line(text, ManifestFormat.CONSTANTS_FILE, file.path());
            line(text, ManifestFormat.CONSTANTS_HASH, file.sha256());
        });
        int model = 0;
        for (Map.Entry<String, String> each : models.entrySet()) {
            line(text, ManifestFormat.MODEL_FILE + model, each.getKey().replace("\\", "\\\\"));
            line(text, ManifestFormat.MODEL_HASH + model, each.getValue());
            model++;
        }
        functions(text, table, kernelEntries);
        kernels(text, table);
        for (Plan plan : table.plans()) {
            String method = ManifestFormat.METHOD + plan.graph().name();
            line(text, method + ManifestFormat.OPS, plan.opCount());
            line(text, method + ManifestFormat.LAUNCHES, plan.launches().size());
        }
        return text.toString();
    }

    /**
     * The lines about targets, and chips of others, without kernels, which follow the {@link #text(String, List, Optional, SortedMap, Function,
     * KernelTable) text}.
     *
     * @param leftOut those targets and chips
     * @return lines {@code key=value}
     */
    public static String text(List<LeftOut> leftOut) {
        StringBuilder text = new StringBuilder();
        for (LeftOut each : leftOut) {
            String reason = "in " + each.method() + ", " + each.op() + ": " + each.reason();
            line(text, ManifestFormat.LEFT_OUT + each.target(), reason);
        }
        return text.toString();
    }

    private static void functions(
            StringBuilder text, KernelTable table, Function<Kernel, Map<String, String>> kernelEntries) {
        int index = 0;
        for (KernelTable.Entry entry : table.entries()) {
            Map<String, String> further = kernelEntries.apply(entry.kernel());
            for (String name : entry.kernel().functions()) {
                line(text, ManifestFormat.FUNCTION + index, name);
                for (Map.Entry<String, String> each : further.entrySet()) {
                    line(text, each.getKey() + "." + index, each.getValue());
                }
                index++;
            }
        }
    }

    /** What the stub calls a kernel: a function under the number by which it is launched, with its own names. */
    private static void kernels(StringBuilder text, KernelTable table) {
        int index = 0;
        for (Plan plan : table.plans()) {
            for (Kernel kernel : plan.kernels()) {
                for (int i = 0; i < kernel.functions().size(); i++) {
                    String function =
                            table.number(kernel, i) + " " + plan.graph().name();
                    line(
                            text,
                            ManifestFormat.KERNEL + index++,
                            function + " " + kernel.functions().get(i));
                }
            }
        }
    }

    private static void line(StringBuilder text, String key, Object value) {
        text.append(key).append('=').append(value).append('\n');
    }

    /** Whether properties are those of a manifest. */
    public static boolean isOne(Properties entries) {
        return entries.containsKey(ManifestFormat.ABI) && entries.containsKey(ManifestFormat.TAG);
    }

    /**
     * The files that a manifest lists.
     *
     * @param entries those of the manifest
     * @return the hash of each by its path in the directory of the class
     */
    public static SortedMap<String, String> files(Properties entries) {
        SortedMap<String, String> files = new TreeMap<>();
        for (String key : entries.stringPropertyNames()) {
            if (key.startsWith(ManifestFormat.HASH)) {
                String directory = key.substring(ManifestFormat.HASH.length());
                fileName(entries, directory)
                        .ifPresent(name -> files.put(directory + "/" + name, entries.getProperty(key)));
            }
        }
        String constants = entries.getProperty(ManifestFormat.CONSTANTS_FILE, "");
        if (constants.endsWith(ConstantFormat.SUFFIX)) {
            files.put(ROOT + constants, entries.getProperty(ManifestFormat.CONSTANTS_HASH, ""));
        }
        return files;
    }

    /** See {@link KernelFile#key}. */
    private static Optional<String> fileName(Properties entries, String directory) {
        return entries.stringPropertyNames().stream()
                .filter(key -> key.equals(ManifestFormat.LIBRARY + directory) || key.startsWith(directory + "."))
                .map(entries::getProperty)
                .findFirst();
    }

    /**
     * What a manifest says of the content of a file.
     *
     * @return its SHA-256 in hexadecimal
     */
    public static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** A stream that knows the hash of what was written to it. */
    public static final class Hashing extends DigestOutputStream {

        /**
         * A stream into another one, which it closes.
         *
         * @param out receives what is written
         */
        public Hashing(OutputStream out) {
            super(out, newDigest());
        }

        /** What a manifest says of what has been written, once. */
        public String hash() {
            return HexFormat.of().formatHex(getMessageDigest().digest());
        }
    }

    private static byte[] sha256(byte[] bytes) {
        return newDigest().digest(bytes);
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
