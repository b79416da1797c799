package io.graphkernel.processor.reference;

import java.util.Arrays;

/** Sections of the troubleshooting pages: ranges of message ids, several of which share a page. */
enum MessageSection {
    ENVIRONMENT(0, "environment", "Compiler environment"),
    OPTIONS(101, "environment", "Options and flags"),
    KERNEL_METHODS(1001, "kernels", "Kernel methods"),
    STATEMENTS(1101, "kernels", "Statements and expressions"),
    CALLS(1201, "kernels", "Calls"),
    ELEMENT_FUNCTIONS(1221, "kernels", "Element functions"),
    AGGREGATES(1301, "kernels", "Records, lists and constant tensors"),
    LIMITS(1350, "kernels", "Limits of gradients and targets"),
    TYPES(2001, "types", "Types and shapes"),
    GRADIENTS(2201, "gradients", "Gradients of kernels"),
    INLINE_GRADIENTS(2230, "gradients", "Gradients inside a kernel"),
    CUSTOM_GRADIENTS(2240, "gradients", "Custom gradients"),
    GENERATED_TYPES(2290, "gradients", "Generated types"),
    RECOMPUTATION(2330, "gradients", "Recomputation"),
    MODELS(2400, "models", "ONNX models"),
    CONVERTER(2410, "models", "Converter and declared sizes"),
    FUSION(3001, "code-generation", "Fusion and scheduling"),
    NATIVE_COMPILE(5001, "code-generation", "Native compilation"),
    TENSORS(6001, "runtime-tensors", "Arguments, tensors and devices"),
    LOADING(6101, "runtime-loading", "Kernels and native libraries"),
    CHECKPOINT_COMPARISON(6130, "runtime-training", "Checkpoints that do not match the model"),
    NATIVE_ACCESS(6132, "runtime-loading", "Native access"),
    FILES(6133, "runtime-training", "Files"),
    RELOCATION(6134, "runtime-loading", "Relocation, directories and modules"),
    DEBUG_MODE(6201, "runtime-loading", "Debug mode"),
    COLLECTIVES(6301, "runtime-collectives", "Collectives"),
    FRAMEWORKS(6310, "runtime-frameworks", "Arrays of other frameworks"),
    SAVED_VALUES(6320, "runtime-gradients", "Saved values and losses"),
    CONSTANTS(6340, "runtime-loading", "Constant tensors"),
    PROCESSES(6343, "runtime-collectives", "Ranks in processes"),
    LISTENERS(6354, "runtime-tensors", "Completion listeners"),
    VENDOR_COLLECTIVES(6355, "runtime-collectives", "Collectives on devices"),
    LIBRARY_CALLS(6360, "runtime-tensors", "Library calls"),
    GLOO(6361, "runtime-collectives", "Gloo"),
    LISTS(6390, "runtime-tensors", "Lists"),
    TAPES(6410, "runtime-gradients", "Tapes"),
    AUTOGRAD(6414, "runtime-frameworks", "Autograd of other frameworks"),
    NESTED_TAPES(6417, "runtime-gradients", "Gradients inside a loss"),
    EAGER_ELEMENT_FUNCTIONS(6420, "runtime-gradients", "Element functions in eager mode"),
    GRADIENT_CALLS(6450, "runtime-gradients", "Gradient calls"),
    TRAINING(6460, "runtime-training", "Training"),
    MODEL_PROGRAMS(6480, "runtime-training", "Programs of models"),
    CHECKPOINTS(6520, "runtime-training", "Checkpoints and schedules"),
    ASCEND(6700, "runtime-ascend", "Ascend"),
    RUNTIME_MODELS(6800, "runtime-training", "Models");

    private final int firstNumber;
    private final String page;
    private final String heading;

    MessageSection(int firstNumber, String page, String heading) {
        this.firstNumber = firstNumber;
        this.page = page;
        this.heading = heading;
    }

    /**
     * Returns the section of a message.
     *
     * @param number digits of its id
     */
    static MessageSection of(int number) {
        return Arrays.stream(values())
                .filter(section -> section.firstNumber <= number)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    /** Returns the file name of the page, without its suffix. */
    String page() {
        return page;
    }

    /** Returns the heading of the section. */
    String heading() {
        return heading;
    }

    /** Returns the title of a page, by its file name. */
    static String titleOf(String page) {
        return switch (page) {
            case "environment" -> "Compiler environment, options and flags";
            case "kernels" -> "Kernel methods and their Java";
            case "types" -> "Types and shapes";
            case "gradients" -> "Gradients";
            case "models" -> "ONNX models";
            case "code-generation" -> "Fusion and code generation";
            case "runtime-tensors" -> "Runtime: arguments, tensors and devices";
            case "runtime-loading" -> "Runtime: kernels and native libraries";
            case "runtime-collectives" -> "Runtime: collectives";
            case "runtime-frameworks" -> "Runtime: other frameworks";
            case "runtime-gradients" -> "Runtime: gradients";
            case "runtime-training" -> "Runtime: training and models";
            case "runtime-ascend" -> "Runtime: Ascend";
            default -> throw new IllegalArgumentException(page);
        };
    }
}
