package io.graphkernel.conformance.target;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.HostKernels;
import io.graphkernel.runtime.internal.device.HostPlugin;
import io.graphkernel.runtime.internal.loading.CompiledClass;
import io.graphkernel.runtime.internal.loading.ProgramFile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The counterpart of {@link WordsTarget}: interprets the words of a kernel for each element. */
final class WordsPlugin implements HostPlugin {

    @Override
    public String id() {
        return "words";
    }

    @Override
    public boolean isIn(CompiledClass compiled) {
        return compiled.hasProgram(id());
    }

    @Override
    public boolean runs(CompiledClass compiled) {
        return isIn(compiled);
    }

    @Override
    public HostKernels load(CompiledClass compiled) {
        ProgramFile file = compiled.program(id(), "the host");
        Map<String, String[]> kernels = new HashMap<>();
        new String(file.content(), StandardCharsets.UTF_8).lines().forEach(line -> {
            String[] words = line.split(" ");
            kernels.put(words[0], words);
        });
        return HostKernels.ofJava((kernel, arguments, begin, end, scratch) -> {
            String[] words = kernels.get(file.function((int) kernel));
            for (long i = begin; i < end; i++) {
                interpret(words, arguments, i);
            }
        });
    }

    @Override
    public String form() {
        return "words";
    }

    private static void interpret(String[] words, long arguments, long element) {
        float[] stack = new float[words.length];
        int top = -1;
        for (int i = 1; i < words.length; i++) {
            switch (words[i]) {
                case "load" -> stack[++top] = Memory.getFloat(address(arguments, words[++i], element));
                case "store" -> Memory.putFloat(address(arguments, words[++i], element), stack[top--]);
                case "Add" -> stack[--top] += stack[top + 1];
                case "Sub" -> stack[--top] -= stack[top + 1];
                case "Mul" -> stack[--top] *= stack[top + 1];
                default -> stack[++top] = Float.parseFloat(words[i]);
            }
        }
    }

    private static long address(long arguments, String slot, long element) {
        return Memory.getLong(arguments + 8 * Long.parseLong(slot)) + 4 * element;
    }
}
