package io.graphkernel.generation.chat;

import java.util.List;

/** Format of the chats that a model is trained with. */
@FunctionalInterface
public interface ChatTemplate {

    /**
     * Returns the prompt of a chat, with its special tokens as text.
     *
     * @param messages messages, the last one of the user
     * @return text, up to the beginning of the model's message
     */
    String render(List<ChatMessage> messages);
}
