package io.graphkernel.generation.chat;

/**
 * A message of a chat.
 *
 * @param role author of the message, usually {@link #SYSTEM}, {@link #USER} or {@link #ASSISTANT}
 * @param content text
 */
public record ChatMessage(String role, String content) {

    /** Role of instructions. */
    public static final String SYSTEM = "system";

    /** Role of the user. */
    public static final String USER = "user";

    /** Role of the model. */
    public static final String ASSISTANT = "assistant";

    /**
     * Returns instructions.
     *
     * @param content text
     * @return the message
     */
    public static ChatMessage system(String content) {
        return new ChatMessage(SYSTEM, content);
    }

    /**
     * Returns a message of the user.
     *
     * @param content text
     * @return the message
     */
    public static ChatMessage user(String content) {
        return new ChatMessage(USER, content);
    }

    /**
     * Returns a message of the model.
     *
     * @param content text
     * @return the message
     */
    public static ChatMessage assistant(String content) {
        return new ChatMessage(ASSISTANT, content);
    }
}
