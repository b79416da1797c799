package io.graphkernel.conformance.target;

import io.graphkernel.runtime.generated.jvm.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** The kernels of a class in {@link Words}, interpreted. */
final class WordsProgram {

    private final Map<String, List<String>> kernels = new HashMap<>();

    WordsProgram(byte[] text) {
        new String(text, StandardCharsets.UTF_8).lines().forEach(line -> {
            List<String> words = Arrays.asList(line.split(" "));
            kernels.put(words.get(0), words.subList(1, words.size()));
        });
    }

    List<String> kernel(String name) {
        return kernels.get(name);
    }

    /** Computes an element; slots hold addresses that the host can read. */
    static void element(List<String> words, IntToLongFunction slots, long element) {
        float[] stack = new float[words.size()];
        int top = -1;
        for (int i = 0; !words.get(i).equals("over"); i++) {
            switch (words.get(i)) {
                case "load" -> stack[++top] = Memory.getFloat(address(slots, words.get(++i), element));
                case "store" -> Memory.putFloat(address(slots, words.get(++i), element), stack[top--]);
                case "Add" -> stack[--top] += stack[top + 1];
                case "Sub" -> stack[--top] -= stack[top + 1];
                case "Mul" -> stack[--top] *= stack[top + 1];
                default -> stack[++top] = Float.parseFloat(words.get(i));
            }
        }
    }

    private static long address(IntToLongFunction slots, String slot, long element) {
        return slots.applyAsLong(Integer.parseInt(slot)) + 4 * element;
    }

    /** Returns the number of elements that a kernel computes. */
    static long elements(List<String> words, IntToLongFunction slots) {
        long elements = 1;
        for (int i = words.indexOf("over") + 1; i < words.size(); i++) {
            boolean inSlot = words.get(i).equals("slot");
            elements *= inSlot ? slots.applyAsLong(Integer.parseInt(words.get(++i))) : Long.parseLong(words.get(i));
        }
        return elements;
    }
}
