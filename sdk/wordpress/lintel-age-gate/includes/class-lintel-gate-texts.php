<?php
/**
 * The last net: whatever way a protected post came to a theme without proof, its title, text, excerpt, fields and
 * pictures are not what the theme gets.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Empties the texts of protected posts.
 */
final class Lintel_Gate_Texts {
	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		foreach ( array( 'the_content', 'the_excerpt_rss' ) as $filter ) {
			add_filter( $filter, array( self::class, 'of_current_post' ), PHP_INT_MAX );
		}
		add_filter( 'get_the_excerpt', array( self::class, 'of_post' ), PHP_INT_MAX, 2 );
		add_filter( 'the_title', array( self::class, 'title' ), PHP_INT_MAX, 2 );
		add_filter( 'post_thumbnail_html', array( self::class, 'of_post' ), PHP_INT_MAX, 2 );
		add_filter( 'get_post_metadata', array( self::class, 'fields' ), PHP_INT_MAX, 4 );
		add_filter( 'oembed_request_post_id', array( self::class, 'no_embed' ), PHP_INT_MAX );
		add_filter( 'embed_oembed_html', array( self::class, 'kept_embed' ), PHP_INT_MAX, 2 );
	}

	/**
	 * A copy of a post with its title and address, and nothing else.
	 *
	 * @param WP_Post $post The post.
	 */
	public static function without_text( WP_Post $post ): WP_Post {
		$bare = clone $post;
		foreach ( array( 'post_content', 'post_excerpt', 'post_content_filtered', 'post_password' ) as $field ) {
			$bare->$field = '';
		}
		return $bare;
	}

	/**
	 * The text of the post in the loop.
	 *
	 * @param string $text The text.
	 */
	public static function of_current_post( $text ) {
		return self::of_post( $text, get_post() );
	}

	/**
	 * The text of one post.
	 *
	 * @param string           $text The text.
	 * @param WP_Post|int|null $post The post.
	 */
	public static function of_post( $text, $post ) {
		return self::is_withheld( $post ) ? '' : $text;
	}

	/**
	 * A title.
	 *
	 * @param string           $title The title.
	 * @param WP_Post|int|null $post  The post.
	 */
	public static function title( $title, $post = null ) {
		return null !== $post && ! Lintel_Gate_Lists::show_titles() && self::is_withheld( $post )
			? esc_html__( 'Age-restricted', 'lintel-age-gate' )
			: $title;
	}

	/**
	 * Custom fields, and the picture of a post. Fields with an underscore are WordPress's and plugins' own.
	 *
	 * @param mixed  $value  What another filter gave.
	 * @param int    $id     The post.
	 * @param string $key    The field; empty for all.
	 * @param bool   $single Whether one value is asked for.
	 */
	public static function fields( $value, $id, $key, $single ) {
		$is_text = '' === $key || '_' !== $key[0] || '_thumbnail_id' === $key;
		return $is_text && self::is_withheld( $id ) ? ( $single ? '' : array() ) : $value;
	}

	/**
	 * Protected posts have no embed. Not even with proof: WordPress keeps the embed's text for the next visitor, and
	 * other sites' pages do not send the proof.
	 *
	 * @param int $id The post.
	 */
	public static function no_embed( $id ) {
		$post = $id ? get_post( $id ) : null;
		return $post && Lintel_Gate_Settings::is_on() && Lintel_Gate_Protection::is_protected( $post ) ? 0 : $id;
	}

	/**
	 * Embeds that were kept before the post was protected.
	 *
	 * @param string $html The embed.
	 * @param string $url  What it embeds.
	 */
	public static function kept_embed( $html, $url ) {
		if ( ! Lintel_Gate_Lists::are_filtered() || wp_parse_url( $url, PHP_URL_HOST ) !== wp_parse_url( home_url(), PHP_URL_HOST ) ) {
			return $html;
		}
		return self::is_withheld( Lintel_Gate_Lists::post_at( $url ) ) ? '<a href="' . esc_url( $url ) . '">' . esc_html( $url ) . '</a>' : $html;
	}

	/**
	 * Whether a post's texts stay here.
	 *
	 * @param WP_Post|int|null $post The post.
	 */
	public static function is_withheld( $post ): bool {
		if ( ! Lintel_Gate_Lists::are_filtered() ) {
			return false;
		}
		$post = is_object( $post ) || $post ? get_post( $post ) : null;
		return $post instanceof WP_Post && Lintel_Gate_Protection::is_protected( $post );
	}
}
